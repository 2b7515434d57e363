#include "profiler/analysis/instructions/copy_waits.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

constexpr std::string_view kDone = "-done", kStart = "-start";

bool IsEndOfCopy(const Profile& profile, OpId op) {
  if (!op.valid()) return false;
  const OpRow& row = profile.ops.row[op];
  const std::string_view type = profile.strings[row.type];
  return row.kind == OpKind::kHloInstruction && type.ends_with(kDone) &&
         DeviceWorkOfName(type) == DeviceWork::kCopy;
}

// The instruction of the same module that began the copy: they have one number, or none.
std::optional<OpId> StartOf(const Profile& profile, OpId done) {
  const OpRow& row = profile.ops.row[done];
  std::string name(profile.strings[row.name]);
  const size_t at = name.find(kDone);
  if (at == std::string::npos) return std::nullopt;
  name.replace(at, kDone.size(), kStart);
  const StringId start = profile.strings.Find(name);
  if (!start.valid()) return std::nullopt;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpRow& other = profile.ops.row[OpId(i)];
    if (other.name == start && other.module == row.module) return OpId(i);
  }
  return std::nullopt;
}

}  // namespace

CopyWaits CopyWaitsOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  CopyWaits waits;
  // By the op as the user wrote it and its line: the time, and an instruction of it.
  std::map<std::pair<StringId, FrameId>, std::pair<Int128, OpId>> by_op;
  std::set<std::pair<DeviceId, StepId>> steps;
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!IsEndOfCopy(profile, events.op[e]) || !selected.steps().Has(events.step[e])) continue;
      const int64_t time = events.selves()[e];
      waits.time += time;
      if (events.step[e].valid()) steps.insert({track.row.device, events.step[e]});
      const OpId op = events.op[e];
      auto& [sum, one] =
          by_op[{profile.ops.row[WrittenOp(profile, op)].name, profile.ops.row[op].frame}];
      sum += time;
      one = op;
    }
  }
  waits.steps = steps.size();
  Int128 most = 0;
  for (const auto& [name, sum] : by_op) {
    if (sum.first <= most) continue;
    most = sum.first;
    waits.top = sum.second;
  }
  if (!waits.top.valid()) return waits;
  if (const auto start = StartOf(profile, waits.top)) {
    waits.from_host = TextAttribute(profile, *start, "copies_from") == "host";
    waits.to_host = TextAttribute(profile, *start, "copies_to") == "host";
  }
  return waits;
}

}  // namespace profiler
