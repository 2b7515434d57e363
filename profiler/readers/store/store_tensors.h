#ifndef PROFILER_READERS_STORE_STORE_TENSORS_H_
#define PROFILER_READERS_STORE_STORE_TENSORS_H_

#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/store/tensor_values.h"

namespace profiler {

// The tensors that lie in a store: as many numbers of each as a view shows.
class StoreTensors : public TensorValues {
 public:
  // A message TensorValues; false where it is none, or tells of a tensor that cannot be.
  bool Add(std::string_view message);

  absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const override;

 private:
  std::map<std::string, std::string, std::less<>> messages_;  // by name
};

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_TENSORS_H_
