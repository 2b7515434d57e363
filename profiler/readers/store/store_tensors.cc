#include "profiler/readers/store/store_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/readers/common/checkpoint_slice.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/file/format.h"

namespace profiler {
namespace {

using protozero::pbf_reader;
using store_file::TensorField;

constexpr uint32_t Field(TensorField field) { return BytesField(static_cast<uint32_t>(field)); }

struct Decoded {
  std::string_view name, error;
  int error_code = 0;
  TensorValue value;
};

template <typename T, typename Numbers>
std::vector<T> VectorOf(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

std::vector<std::complex<double>> ComplexOf(const std::vector<double>& parts) {
  std::vector<std::complex<double>> numbers;
  for (size_t i = 0; i + 1 < parts.size(); i += 2) numbers.emplace_back(parts[i], parts[i + 1]);
  return numbers;
}

// Throws protozero's exceptions.
Decoded Decode(std::string_view bytes) {
  Decoded tensor;
  pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(TensorField::kName):
        tensor.name = Text(message);
        break;
      case Field(TensorField::kDtype):
        tensor.value.dtype = Text(message);
        break;
      case Field(TensorField::kShape):
        tensor.value.shape = VectorOf<int64_t>(message.get_packed_sint64());
        break;
      case Field(TensorField::kSingles):
        tensor.value.values = VectorOf<double>(message.get_packed_float());
        break;
      case Field(TensorField::kReals):
        tensor.value.values = VectorOf<double>(message.get_packed_double());
        break;
      case Field(TensorField::kIntegers):
        tensor.value.values = VectorOf<int64_t>(message.get_packed_sint64());
        break;
      case Field(TensorField::kWideIntegers):
        tensor.value.values = VectorOf<uint64_t>(message.get_packed_uint64());
        break;
      case Field(TensorField::kComplex):
        tensor.value.values = ComplexOf(VectorOf<double>(message.get_packed_double()));
        break;
      case VarintField(static_cast<uint32_t>(TensorField::kErrorCode)):
        tensor.error_code = message.get_int32();
        break;
      case Field(TensorField::kError):
        tensor.error = Text(message);
        break;
      default:
        message.skip();
    }
  }
  tensor.value.count = ElementCount(tensor.value.shape);
  return tensor;
}

bool IsRight(const Decoded& tensor) {
  const int64_t count = tensor.value.count;
  if (tensor.error_code != 0) return tensor.error_code > 0 && tensor.error_code <= 16;
  return count >= 0 &&
         tensor.value.size() == static_cast<size_t>(std::min(count, store_file::kTensorValues));
}

}  // namespace

bool StoreTensors::Add(std::string_view message) {
  try {
    const Decoded tensor = Decode(message);
    return IsRight(tensor) && messages_.try_emplace(std::string(tensor.name), message).second;
  } catch (const protozero::exception&) {
    return false;
  }
}

absl::StatusOr<TensorValue> StoreTensors::Read(std::string_view name, int64_t max_values) const {
  const auto found = messages_.find(name);
  if (found == messages_.end()) {
    return absl::NotFoundError(fmt::format("there are no values of '{}' in the store", name));
  }
  Decoded tensor = Decode(found->second);  // Add() has checked it
  if (tensor.error_code != 0) {
    return absl::Status(static_cast<absl::StatusCode>(tensor.error_code),
                        absl::string_view(tensor.error.data(), tensor.error.size()));
  }
  std::visit(
      [&](auto& numbers) {
        if (numbers.size() > static_cast<size_t>(max_values)) numbers.resize(max_values);
      },
      tensor.value.values);
  return std::move(tensor.value);
}

}  // namespace profiler
