#ifndef PROFILER_STORE_TENSOR_VALUES_H_
#define PROFILER_STORE_TENSOR_VALUES_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/tensor_value.h"

namespace profiler {

// Where a profile's views find the numbers of variables, which are too many to be columns: they
// stay in their files until a view asks. Safe to use from several threads.
class TensorValues {
 public:
  static constexpr int64_t kAllValues = INT64_MAX;

  virtual ~TensorValues() = default;

  // The first `max_values` numbers of a tensor. Not-found where there is none of that name; any
  // other error is about this tensor alone and says what to do.
  virtual absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const = 0;
};

// Both together: what the first one has counts. Either may be null.
std::shared_ptr<const TensorValues> JoinTensorValues(std::shared_ptr<const TensorValues> first,
                                                     std::shared_ptr<const TensorValues> second);

}  // namespace profiler

#endif  // PROFILER_STORE_TENSOR_VALUES_H_
