#ifndef PROFILER_READERS_STORE_STORE_TENSORS_H_
#define PROFILER_READERS_STORE_STORE_TENSORS_H_

#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/store/tensor_values.h"

namespace profiler {

// The tensors in a store, with as many values of each as views show.
class StoreTensors : public TensorValues {
 public:
  // Adds a TensorValues message. Returns false if it is invalid.
  bool Add(std::string_view message);

  absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const override;

 private:
  std::map<std::string, std::string, std::less<>> messages_;  // by name
};

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_TENSORS_H_
