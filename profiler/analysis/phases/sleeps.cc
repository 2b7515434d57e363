#include "profiler/analysis/phases/sleeps.h"

#include <algorithm>
#include <map>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/in_steps.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

class SleepFinder {
 public:
  SleepFinder(const Selected& selected, const std::set<StepId>& steps)
      : selected_(selected), profile_(selected.profile()), steps_(steps) {
    sleeps_.reserve(profile_.op_count());
    for (const OpRow& op : profile_.ops.row.values()) {
      const bool is_function = profile_.strings[op.type] == kPythonFunctionType;
      sleeps_.push_back(is_function && WaitsForThreads(profile_.strings[op.name]) ? 1 : 0);
    }
  }

  std::vector<Sleep> Run(const std::vector<SourceId>& sources) && {
    if (std::find(sleeps_.begin(), sleeps_.end(), 1) == sleeps_.end()) return {};
    for (const Track track : Tracks(profile_, IsInTotals)) {
      const bool counts = sources.empty() || std::find(sources.begin(), sources.end(),
                                                       track.row.source) != sources.end();
      if (counts && !IsAccelerator(track.row)) AddTrack(track);
    }
    std::vector<Sleep> all;
    all.reserve(by_caller_.size());
    for (const auto& [caller, calls] : by_caller_) {
      const auto most =
          std::max_element(calls.begin(), calls.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      Sleep& sleep = all.emplace_back(Sleep{caller, most->first});
      for (const auto& [call, time] : calls) sleep.time += time;
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Sleep& a, const Sleep& b) { return a.time > b.time; });
    return all;
  }

 private:
  bool Sleeps(const Events& events, uint32_t event) const {
    const OpId op = events.op[event];
    return op.valid() && sleeps_[op.row()] != 0;
  }

  void AddTrack(const Track& track) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!Sleeps(events, e) || !IsInSelectedStep(selected_, track, e)) continue;
      if (!steps_.empty() && !steps_.contains(events.step[e])) continue;
      const StringId caller = CallerOf(events, e);
      if (!caller.valid()) continue;
      by_caller_[caller][EventName(profile_, events, e)] += events.duration[e];
    }
  }

  // Invalid where the event does not count: it is part of another sleep, or a wait for input.
  StringId CallerOf(const Events& events, uint32_t event) const {
    StringId caller, nearest;
    for (uint32_t e = events.ParentOf(event); e != Events::kNoParent; e = events.ParentOf(e)) {
      const StringId name = EventName(profile_, events, e);
      if (Sleeps(events, e)) return {};
      if (!name.valid()) continue;
      if (CodeRoleOf(profile_.strings[name]) == CodeRole::kInput) return {};
      if (!IsPythonFunction(profile_, events, e)) continue;
      if (!nearest.valid()) nearest = name;
      if (!caller.valid() && IsOfUser(profile_.ops.row[events.op[e]].frame)) caller = name;
    }
    return caller.valid() ? caller : nearest;
  }
  bool IsOfUser(FrameId frame) const {
    return frame.valid() && !IsOfLibrary(profile_, profile_.frames[frame]);
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::set<StepId>& steps_;  // empty: all
  std::vector<char> sleeps_;       // by op
  std::map<StringId, std::map<StringId, Int128>> by_caller_;
};

}  // namespace

std::vector<Sleep> SleepsInSteps(const Selected& selected, const std::vector<SourceId>& sources,
                                 const std::set<StepId>& steps) {
  return SleepFinder(selected, steps).Run(sources);
}

}  // namespace profiler
