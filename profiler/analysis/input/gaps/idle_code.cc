#include "profiler/analysis/input/gaps/idle_code.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/gaps/device_step_gaps.h"
#include "profiler/analysis/input/gaps/gap_roles.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// When some accelerator of the source works.
std::vector<Interval> WorkOfSource(const Profile& profile, SourceId source) {
  std::vector<Interval> work;
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    if (!(track.row.source == source)) continue;
    for (uint32_t e = 0; e < track.events.size(); ++e) {
      work.push_back({track.events.begin[e], track.events.begin[e] + track.events.duration[e]});
    }
  }
  return United(std::move(work));
}

// The times in the step without work, which is sorted, of kLongStretch or more.
std::vector<Interval> LongIdleTimes(const Interval& step, const std::vector<Interval>& work) {
  std::vector<Interval> idle;
  auto one = std::partition_point(work.begin(), work.end(),
                                  [&](const Interval& before) { return before.end <= step.begin; });
  const auto add = [&](int64_t begin, int64_t end) {
    if (Int128{end} - begin >= kLongStretch) idle.push_back({begin, end});
  };
  int64_t since = step.begin;
  for (; one != work.end() && one->begin < step.end; ++one) {
    add(since, one->begin);
    since = one->end;
  }
  add(since, step.end);
  return idle;
}

// Sums what a thread runs in idle times. What a call runs counts as the call does, unless nothing
// is known of the call.
class IdleCodeScan {
 public:
  explicit IdleCodeScan(const Profile& profile)
      : profile_(profile), roles_(profile), marks_(profile) {}

  // Call it for all idle times of a thread before those of the next one.
  void Add(const Events& events, const Interval& step, const Interval& idle, IdleCode& code) {
    std::map<uint32_t, Part> parts;
    for (const uint32_t e : EventsIn(events, idle)) {
      const Interval whole = {events.begin[e], events.begin[e] + events.duration[e]};
      Part part;
      part.time = std::max<Int128>(
          0, Int128{std::min(whole.end, idle.end)} - std::max(whole.begin, idle.begin));
      // A mark, or a function that holds the step, is the code around it.
      const bool is_around =
          IsHostMark(events, e) || (whole.begin <= step.begin && whole.end >= step.end);
      const auto around = parts.find(events.ParentOf(e));
      if (around != parts.end()) around->second.time -= part.time;
      const bool is_known = around != parts.end() && around->second.role > Role::kUnknown;
      part.role = is_known ? around->second.role : is_around ? Role::kNone : RoleOf(events, e);
      parts.emplace(e, part);
    }
    for (const auto& [event, part] : parts) {
      if (part.role == Role::kInput) code.input += part.time;
      if (part.role == Role::kUnknown) code.unknown += part.time;
      if (part.role == Role::kKnown) code.known += part.time;
    }
  }

 private:
  // Those after kUnknown are those of all that such a call runs.
  enum class Role : uint8_t { kNone, kUnknown, kInput, kKnown, kWait };
  struct Part {
    Role role = Role::kNone;
    Int128 time = 0;  // in the idle time, without calls in it
  };

  Role RoleOf(const Events& events, uint32_t event) {
    const StringId name = EventName(profile_, events, event);
    const bool is_function = IsPythonFunction(profile_, events, event);
    if (!name.valid() || !(is_function || IsUsersMark(events.op[event]))) return Role::kNone;
    const std::string_view text = profile_.strings[name];
    // A wait for the device is an effect of the step.
    if (OnlyWaits(text) || roles_.ReadsResults(events, event)) return Role::kWait;
    if (roles_.Of(events, event) == GapRole::kInput) return Role::kInput;
    switch (CodeRoleOf(text)) {
      case CodeRole::kReports:
        return Role::kKnown;
      case CodeRole::kModel:
        return Role::kNone;
      case CodeRole::kInput:
      case CodeRole::kUnknown:
        break;
    }
    return Role::kUnknown;
  }

  bool IsUsersMark(OpId op) const {
    return marks_.Has(op) && !IsMarkOfFramework(profile_.strings[profile_.ops.row[op].name]);
  }

  const Profile& profile_;
  GapRoles roles_;
  const UserMarks marks_;
};

}  // namespace

absl::StatusOr<std::map<StepId, IdleCode>> IdleCodeOf(const Selected& selected,
                                                      const RunContext& context) {
  const Profile& profile = selected.profile();
  const std::vector<DeviceStepGap> gaps = GapsOfDeviceSteps(profile);
  std::map<SourceId, std::set<StepId>> steps;
  for (const DeviceStepGap& gap : gaps) {
    steps[gap.source].insert(gap.before);
    steps[gap.source].insert(gap.after);
  }
  std::map<StepId, IdleCode> code;
  if (steps.empty()) return code;
  IdleCodeScan scan(profile);  // of all sources, as it looks up every op and mark
  for (const auto& [source, of_source] : steps) {
    const TrackId thread = ThreadOfLoop(profile, source, gaps);
    if (!thread.valid() || !selected.source_filter().Has(profile.tracks[thread])) continue;
    const std::vector<Interval> work = WorkOfSource(profile, source);
    for (const StepId id : of_source) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      const Interval step = {profile.steps[id].begin, profile.steps[id].end};
      for (const Interval& idle : LongIdleTimes(step, work)) {
        scan.Add(profile.events[thread], step, idle, code[id]);
      }
    }
  }
  return code;
}

}  // namespace profiler
