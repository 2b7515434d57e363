#ifndef PROFILER_ANALYSIS_STEP_SPLIT_TRACK_FACTS_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_TRACK_FACTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/step_split/step_event_types.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/analysis/time/sums_in_order.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// What the roles of a track's events in their steps depend on. The track and the sums must outlive
// it.
struct TrackFacts {
  const Track& track;
  Value zero;                         // on the wall scale
  SumsInOrder& in_order;              // of the source
  std::vector<NameFacts> names = {};  // by event; empty for accelerators
  HostWaits waits = {};               // for devices, and sleep
  std::vector<CodeRole> roles = {};   // by event; may be empty
  HostWaits input_code = {};          // the functions and marks that make input
  // A thread of a host with devices on which steps are marked or handed on to, or that launches
  // kernels, as one for backward passes does. Threads of other hosts do not run ahead: what they
  // do for no step may be input that they prepare.
  bool holds_steps = false;
  bool has_backward = false;  // events of backward passes
  bool are_plain = false;     // StepEventTypes::ArePlain()

  Interval TimeOf(uint32_t event) const {
    const int64_t begin = track.events.begin[event];
    return {begin, begin + track.events.duration[event]};
  }
  StepEventType TypeOf(StepEventTypes& types, uint32_t event) const;
  bool IsHostWait(const StepEventTypes& types, uint32_t event) const {
    return !names.empty() && types.IsHostWait({track.id, event}, names[event]);
  }
  bool MakesInput(uint32_t event) const {
    return !roles.empty() && roles[event] == CodeRole::kInput;
  }
  // Whether the time is in no other of the sums than this one.
  bool IsOnlyIn(Interval time, size_t sum) const {
    const size_t at = in_order.Find(zero + time.begin);
    return at < in_order.size() && in_order[at].sum == sum &&
           (at + 1 == in_order.size() || in_order[at + 1].begin >= zero + time.end);
  }
  // Of a Python function or a user's mark.
  StepEventType PythonType(uint32_t event) const;
};

TrackFacts FactsOf(const Profile& profile, const Track& track, StepEventTypes& types,
                   SumsInOrder& in_order);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_TRACK_FACTS_H_
