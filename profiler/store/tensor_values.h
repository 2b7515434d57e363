#ifndef PROFILER_STORE_TENSOR_VALUES_H_
#define PROFILER_STORE_TENSOR_VALUES_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/tensor_value.h"

namespace profiler {

// Reads the values of variables for views. There are too many values for columns, so the values
// stay in their files until a view needs them. Thread-safe.
class TensorValues {
 public:
  static constexpr int64_t kAllValues = INT64_MAX;

  virtual ~TensorValues() = default;

  // Reads the first `max_values` values of a tensor. Returns NotFound if there is no tensor of that
  // name. Any other error concerns only this tensor and says what to do.
  virtual absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const = 0;
};

// Joins two sets of tensors; if both have a tensor, that of `first` is used. Either may be null.
std::shared_ptr<const TensorValues> JoinTensorValues(std::shared_ptr<const TensorValues> first,
                                                     std::shared_ptr<const TensorValues> second);

}  // namespace profiler

#endif  // PROFILER_STORE_TENSOR_VALUES_H_
