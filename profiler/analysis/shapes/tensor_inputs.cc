#include "profiler/analysis/shapes/tensor_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/shapes/slot_list.h"

namespace profiler {
namespace {

constexpr int64_t kMostSlots = 256;

bool ParseWhole(std::string_view text, int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::vector<int64_t> DimsOf(std::string_view shape) {
  std::vector<int64_t> dims;
  while (true) {
    const std::string_view dim = shape.substr(0, shape.find('x'));
    int64_t size = 0;
    if (!ParseWhole(dim, size) || size < 0) return {};
    dims.push_back(size);
    if (dim.size() == shape.size()) return dims;
    shape.remove_prefix(dim.size() + 1);
  }
}

double TensorInput::Elements() const {
  double elements = 1;
  for (const int64_t dim : dims) elements *= static_cast<double>(dim);
  return dims.empty() ? kAbsentReal : elements;
}

std::string TensorInput::WithType(std::string shape) const {
  return type.empty() ? shape : fmt::format("{} {}", shape, type);
}

double TensorInputs::BytesOf(size_t first, size_t count, double output_elements) const {
  double bytes = output_elements * (*this)[first].element_bytes;
  for (size_t i = 0; i < count; ++i) bytes += (*this)[first + i].Bytes();
  return bytes;
}

std::vector<std::vector<int64_t>> DimsOfFirstList(const Profile& profile, OpId op) {
  std::vector<std::vector<int64_t>> dims;
  const StringId shapes = profile.ops.row[op].input_shapes;
  if (!shapes.valid()) return dims;
  ForEachSlot(profile.strings[shapes], [&](std::string_view slot, std::string_view list) {
    if (slot != "0") return;
    ForEachShape(list, [&](std::string_view shape) { dims.push_back(DimsOf(shape)); });
  });
  return dims;
}

TensorInputs::TensorInputs(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (!row.input_shapes.valid()) return;
  ForEachSlot(profile.strings[row.input_shapes], [&](std::string_view slot, std::string_view dims) {
    if (TensorInput* const input = Slot(slot); input != nullptr) input->dims = DimsOf(dims);
  });
  if (!row.input_types.valid()) return;
  ForEachSlot(profile.strings[row.input_types], [&](std::string_view slot, std::string_view type) {
    TensorInput* const input = Slot(slot);
    if (input == nullptr) return;
    type = WithoutC10(type);
    input->type = type;
    if (const int64_t bytes = ElementBytes(type); bytes != kUnknown) {
      input->element_bytes = static_cast<double>(bytes);
    }
  });
}

TensorInput* TensorInputs::Slot(std::string_view text) {
  int64_t slot = 0;
  if (!ParseWhole(text, slot) || slot < 0 || slot >= kMostSlots) return nullptr;
  const auto at = static_cast<size_t>(slot);
  if (at >= inputs_.size()) inputs_.resize(at + 1);
  return &inputs_[at];
}

const TensorInput& TensorInputs::operator[](size_t slot) const {
  static const TensorInput kNone;
  return slot < inputs_.size() ? inputs_[slot] : kNone;
}

}  // namespace profiler
