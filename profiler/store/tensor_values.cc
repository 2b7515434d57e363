#include "profiler/store/tensor_values.h"

#include <utility>

namespace profiler {
namespace {

class JoinedTensorValues : public TensorValues {
 public:
  JoinedTensorValues(std::shared_ptr<const TensorValues> first,
                     std::shared_ptr<const TensorValues> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  absl::StatusOr<TensorValue> Read(std::string_view name, int64_t max_values) const override {
    absl::StatusOr<TensorValue> value = first_->Read(name, max_values);
    return absl::IsNotFound(value.status()) ? second_->Read(name, max_values) : value;
  }

 private:
  const std::shared_ptr<const TensorValues> first_, second_;
};

}  // namespace

std::shared_ptr<const TensorValues> JoinTensorValues(std::shared_ptr<const TensorValues> first,
                                                     std::shared_ptr<const TensorValues> second) {
  if (first == nullptr) return second;
  if (second == nullptr) return first;
  return std::make_shared<JoinedTensorValues>(std::move(first), std::move(second));
}

}  // namespace profiler
