// What a profiler recorded on threads within steps, and how close to one another: recording an
// event takes no longer than it is until the next one.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_RECORDED_EVENTS_H_
#define PROFILER_ANALYSIS_STEPS_CODE_RECORDED_EVENTS_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// What recording one event may take, in picoseconds.
struct EventCost {
  int64_t least = 0, most = 0;
};
struct EventCosts {
  EventCost function, other;  // of a function of Python, and of any other event
};

struct RecordedEvents {
  SourceId source;
  int64_t events = 0, functions = 0;  // functions of Python are in both
  // What recording them may take, added up: of each event no more than the time from its begin to
  // that of the next event on its thread.
  Int128 least = 0, most = 0;
};

// Of each selected thread, in the steps of the run.
std::vector<RecordedEvents> RecordedEventsIn(const Selected& selected, const StepTimings& timings,
                                             const EventCosts& costs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_RECORDED_EVENTS_H_
