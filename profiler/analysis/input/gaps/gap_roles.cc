#include "profiler/analysis/input/gaps/gap_roles.h"

#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/base/int128.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// Whether ops that wait for input take most of the call, on its thread.
bool MostlyWaitsForInput(const Profile& profile, const Events& events, uint32_t event) {
  const int64_t end = events.begin[event] + events.duration[event];
  Int128 waits = 0;
  int64_t until = events.begin[event];
  for (uint32_t e = event + 1; e < events.size() && events.begin[e] < end; ++e) {
    const OpId op = events.op[e];
    if (!op.valid() || events.begin[e] < until) continue;
    const OpRow& row = profile.ops.row[op];
    const bool is_wait =
        WaitsForInput(profile.strings[row.type]) ||
        (!IsPythonFunction(profile, events, e) && WaitsForInput(profile.strings[row.name]));
    if (!is_wait) continue;
    waits += events.duration[e];
    until = events.begin[e] + events.duration[e];
  }
  return 2 * waits >= events.duration[event];
}

GapRole RoleOf(std::string_view name, bool is_function) {
  if (WaitsForDevice(name)) return GapRole::kOther;
  if (WaitsForInput(name)) return GapRole::kInput;
  switch (CodeRoleOf(name)) {
    case CodeRole::kInput:
      return GapRole::kInput;
    case CodeRole::kModel:
    case CodeRole::kReports:
      return GapRole::kOther;
    case CodeRole::kUnknown:
      break;
  }
  return is_function ? GapRole::kOpen : GapRole::kOther;
}

}  // namespace

bool GapRoles::ReadsResults(const Events& events, uint32_t event) {
  if (reads_of_ != &events) {
    reads_of_ = &events;
    reads_ = result_reads_.Of(events);
  }
  return !reads_.empty() && reads_[event] != 0;
}

GapRole GapRoles::Of(const Events& events, uint32_t event) {
  if (ReadsResults(events, event)) return GapRole::kOther;
  const StringId name = EventName(profile_, events, event);
  const bool is_function = IsPythonFunction(profile_, events, event);
  const OpId op = events.op[event];
  if (op.valid() && !is_function && WaitsForInput(profile_.strings[profile_.ops.row[op].type])) {
    return GapRole::kInput;
  }
  if (!name.valid()) return is_function ? GapRole::kOpen : GapRole::kOther;
  std::optional<GapRole>& role = roles_[name.row()];
  if (!role) role = RoleOf(profile_.strings[name], is_function);
  if (*role != GapRole::kInput || is_function) return *role;
  const bool is_other =
      RunsGraphFunction(profile_, events, event) && !MostlyWaitsForInput(profile_, events, event);
  return is_other ? GapRole::kOther : GapRole::kInput;
}

}  // namespace profiler
