#ifndef PROFILER_ANALYSIS_SHAPES_SLOT_LIST_H_
#define PROFILER_ANALYSIS_SHAPES_SLOT_LIST_H_

#include <algorithm>
#include <string_view>

namespace profiler {

// Calls take(slot, value) for each "SLOT:VALUE" of a list such as the columns input_shapes and
// input_types of ops: "0:4x64,1:64". Items without a slot are left out.
template <typename Take>
void ForEachSlot(std::string_view list, const Take& take) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    const size_t colon = item.find(':');
    if (colon != item.npos) take(item.substr(0, colon), item.substr(colon + 1));
  }
}

// Calls take(shape) for each shape of a list of tensors in such a slot, "[4x64;64x32]". For none of
// what is no list, or a list that was cut.
template <typename Take>
void ForEachShape(std::string_view list, const Take& take) {
  if (list.size() < 2 || list.front() != '[' || list.find("...") != list.npos) return;
  list = list.substr(1, list.size() - 2);
  while (!list.empty()) {
    const std::string_view shape = list.substr(0, list.find(';'));
    list.remove_prefix(std::min(list.size(), shape.size() + 1));
    take(shape);
  }
}

// "BFloat16" for "c10::BFloat16", as torch.profiler records some types.
inline std::string_view WithoutC10(std::string_view type) {
  constexpr std::string_view kSpace = "c10::";
  if (type.starts_with(kSpace)) type.remove_prefix(kSpace.size());
  return type;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_SLOT_LIST_H_
