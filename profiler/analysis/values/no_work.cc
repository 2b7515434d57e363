#include "profiler/analysis/values/no_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Whether the host's threads ran compiled programs, and no accelerator anything: then who waits for
// devices waits for these threads.
bool RunsPrograms(const Profile& profile) {
  const auto& tracks = profile.tracks.values();
  const bool has_accelerators = std::any_of(
      tracks.begin(), tracks.end(), [](const TrackRow& track) { return IsAccelerator(track); });
  if (has_accelerators) return false;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (profile.ops.row[OpId(i)].kind != OpKind::kHloInstruction) continue;
    const auto [first, last] = profile.ExecsOf(OpId(i));
    if (first != last) return true;
  }
  return false;
}

// By string: whether marks around steps have that name. Of a mark with its number beside it, the
// step's name is both: "train 7".
std::vector<char> NamesOfSteps(const Profile& profile) {
  std::vector<char> are_names(profile.strings.size());
  const auto add = [&](StringId name) {
    if (name.valid()) are_names[name.row()] = 1;
  };
  for (const StepRow& step : profile.steps.values()) {
    if (!step.name.valid() || step.found_by != StepFoundBy::kRecorded) continue;
    add(step.name);
    std::string_view name = profile.strings[step.name];
    const std::string number = fmt::format(" {}", step.number);
    if (!name.ends_with(number)) continue;
    name.remove_suffix(number.size());
    add(profile.strings.Find(name));
  }
  return are_names;
}

}  // namespace

std::vector<char> OpsWithoutWork(const Profile& profile) {
  const std::vector<char> are_steps = NamesOfSteps(profile);
  const bool may_wait = RunsPrograms(profile);
  std::vector<char> without(profile.op_count());
  bool has_any = false;
  for (uint32_t i = 0; i < without.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const bool is_call = op.kind == OpKind::kRuntime;
    const bool may_mark = is_call || profile.strings[op.type] == kUserMarkType;
    const bool is_mark = may_mark && op.name.valid() && are_steps[op.name.row()] != 0;
    const bool waits = may_wait && is_call && WaitsForDevice(profile.strings[op.name]);
    without[i] = is_mark || waits ? 1 : 0;
    has_any = has_any || is_mark || waits;
  }
  return has_any ? without : std::vector<char>();
}

}  // namespace profiler
