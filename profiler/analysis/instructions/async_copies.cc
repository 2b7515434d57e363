#include "profiler/analysis/instructions/async_copies.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/ops/op_attribute.h"

namespace profiler {
namespace {

constexpr std::string_view kDoneOfCopy = "-done", kStartOfCopy = "-start";

}  // namespace

std::string_view WithoutNumber(std::string_view instruction) {
  return instruction.substr(0, instruction.find('.'));
}

AsyncCopies::AsyncCopies(const Profile& profile) : facts_(profile.op_count()) {
  // Both instructions of a copy are in one module and have one number, or none.
  absl::flat_hash_map<std::pair<ModuleId, StringId>, uint8_t> of_start;
  std::vector<OpId> ends;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    const OpRow& row = profile.ops.row[op];
    if (row.kind != OpKind::kHloInstruction) continue;
    const std::string_view name = profile.strings[row.name], stem = WithoutNumber(name);
    const bool is_end = stem.ends_with(kDoneOfCopy);
    if (!is_end && !stem.ends_with(kStartOfCopy)) continue;
    if (DeviceWorkOfName(name) != DeviceWork::kCopy) continue;
    if (is_end) {
      facts_[i] = kEnd;
      ends.push_back(op);
      continue;
    }
    if (TextAttribute(profile, op, "copies_from") == "host") facts_[i] |= kFromHost;
    if (TextAttribute(profile, op, "copies_to") == "host") facts_[i] |= kToHost;
    if (facts_[i] != 0) of_start.try_emplace({row.module, row.name}, facts_[i]);
  }
  if (of_start.empty()) return;
  for (const OpId op : ends) {
    const OpRow& row = profile.ops.row[op];
    std::string name(profile.strings[row.name]);
    name.replace(name.find(kDoneOfCopy), kDoneOfCopy.size(), kStartOfCopy);
    const StringId start = profile.strings.Find(name);
    if (!start.valid()) continue;
    const auto found = of_start.find({row.module, start});
    if (found != of_start.end()) facts_[op.row()] |= found->second;
  }
}

}  // namespace profiler
