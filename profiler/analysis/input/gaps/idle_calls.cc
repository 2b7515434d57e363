#include "profiler/analysis/input/gaps/idle_calls.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/gaps/device_step_gaps.h"
#include "profiler/analysis/input/gaps/gap_roles.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
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

class IdleScan {
 public:
  explicit IdleScan(const Profile& profile) : profile_(profile), roles_(profile) {}

  // Adds what the thread runs in an idle time of the step.
  void Add(const Events& events, const Interval& step, const Interval& idle) {
    idle_ += Int128{idle.end} - idle.begin;
    std::set<uint32_t> counted;  // those that are in a call that counts, and such calls
    for (const uint32_t e : EventsIn(events, idle)) {
      const Interval time = {events.begin[e], events.begin[e] + events.duration[e]};
      // A mark, or a function that holds the step, is the code around it.
      if (IsHostMark(events, e) || (time.begin <= step.begin && time.end >= step.end)) continue;
      if (counted.contains(events.ParentOf(e))) {
        counted.insert(e);
        continue;
      }
      counted.insert(e);
      const StringId name = CallName(profile_, events, e);
      const GapRole role = roles_.Of(events, e);
      // A wait for the device is an effect of the step, and no call tells nothing.
      if (!name.valid() || !IsPythonFunction(profile_, events, e)) continue;
      Call& call = calls_[name];
      call.time += Int128{std::min(time.end, idle.end)} - std::max(time.begin, idle.begin);
      call.role = role;
    }
  }

  std::optional<IdleCall> Most() const {
    const auto most = std::max_element(
        calls_.begin(), calls_.end(),
        [](const auto& a, const auto& b) { return a.second.time < b.second.time; });
    if (most == calls_.end() || 2 * most->second.time < idle_) return std::nullopt;
    if (most->second.role == GapRole::kOther) return std::nullopt;  // what it does is known
    const double share = static_cast<double>(most->second.time) / static_cast<double>(idle_);
    return IdleCall{most->first, share, most->second.role == GapRole::kInput};
  }

 private:
  struct Call {
    Int128 time = 0;
    GapRole role = GapRole::kOpen;
  };

  const Profile& profile_;
  GapRoles roles_;
  std::map<StringId, Call> calls_;
  Int128 idle_ = 0;
};

}  // namespace

absl::StatusOr<std::optional<IdleCall>> MostWhileIdle(const Selected& selected,
                                                      const RunContext& context) {
  const Profile& profile = selected.profile();
  const std::vector<DeviceStepGap> gaps = GapsOfDeviceSteps(profile);
  std::map<SourceId, std::set<StepId>> steps;
  for (const DeviceStepGap& gap : gaps) {
    for (const StepId step : {gap.before, gap.after}) {
      if (selected.steps().Has(step) && !profile.steps[step].partial) {
        steps[gap.source].insert(step);
      }
    }
  }
  IdleScan scan(profile);
  for (const auto& [source, of_source] : steps) {
    const TrackId thread = ThreadOfLoop(profile, source, gaps);
    if (!thread.valid()) continue;
    const std::vector<Interval> work = WorkOfSource(profile, source);
    for (const StepId id : of_source) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      const Interval step = {profile.steps[id].begin, profile.steps[id].end};
      for (const Interval& idle : LongIdleTimes(step, work)) {
        scan.Add(profile.events[thread], step, idle);
      }
    }
  }
  return scan.Most();
}

}  // namespace profiler
