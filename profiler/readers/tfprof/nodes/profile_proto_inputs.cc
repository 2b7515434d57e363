#include "profiler/readers/tfprof/nodes/profile_proto_inputs.h"

#include <algorithm>
#include <string>
#include <utility>

namespace profiler {
namespace {

std::pair<int64_t, int64_t> ReadPair(std::string_view entry, const Place& place) {
  std::pair<int64_t, int64_t> pair;
  protozero::pbf_reader message = Message(entry);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        pair.first = message.get_int64();
        break;
      case VarintField(2):
        pair.second = message.get_int64();
        break;
      default:
        place.SkipUnknown(message, 2, entry);
    }
  }
  return pair;
}

OpId FindOp(int64_t id, const OpById& ops, const Place& place, std::string_view entry) {
  const OpId op = ops.Find(id);
  if (!op.valid()) place.Count(ImportProblem::kDanglingInput, entry, std::to_string(id));
  return op;
}

// Sorts from `first` on by key. As in a protobuf map, the last of equal keys stays.
template <typename T, typename Key>
void KeepLast(std::vector<T>& items, size_t first, const Key& key) {
  const auto begin = items.begin() + static_cast<ptrdiff_t>(first);
  const auto less = [&](const T& a, const T& b) { return key(a) < key(b); };
  if (!std::is_sorted(begin, items.end(), less)) std::stable_sort(begin, items.end(), less);
  size_t kept = first;
  for (size_t i = first; i < items.size(); ++i) {
    if (i + 1 == items.size() || key(items[i]) < key(items[i + 1])) items[kept++] = items[i];
  }
  items.resize(kept);
}

}  // namespace

void ReadInputs(const InputEntries& entries, const OpById& ops, const Place& place,
                std::vector<OpInput>& inputs) {
  std::vector<std::pair<OpId, int32_t>> used_outputs;
  for (std::string_view entry : entries.source_outputs) {
    const auto [id, output] = ReadPair(entry, place);
    if (const OpId producer = FindOp(id, ops, place, entry); producer.valid()) {
      used_outputs.emplace_back(producer, static_cast<int32_t>(output));
    }
  }
  KeepLast(used_outputs, 0, [](const auto& used) { return used.first; });
  const size_t first = inputs.size();
  for (std::string_view entry : entries.inputs) {
    const auto [slot, id] = ReadPair(entry, place);
    OpInput input;
    input.slot = static_cast<int32_t>(slot);
    input.producer = FindOp(id, ops, place, entry);
    if (!input.producer.valid()) continue;
    const auto used =
        std::lower_bound(used_outputs.begin(), used_outputs.end(), input.producer,
                         [](const auto& each, OpId sought) { return each.first < sought; });
    const bool is_known = used != used_outputs.end() && used->first == input.producer;
    input.output = is_known ? used->second : OpInput::kOutputUnknown;
    inputs.push_back(input);
  }
  KeepLast(inputs, first, [](const OpInput& input) { return input.slot; });
}

}  // namespace profiler
