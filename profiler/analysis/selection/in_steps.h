#ifndef PROFILER_ANALYSIS_SELECTION_IN_STEPS_H_
#define PROFILER_ANALYSIS_SELECTION_IN_STEPS_H_

#include <cstdint>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/store/row_facts.h"

namespace profiler {

// Whether the event is in a selected step and place, and not by its time alone.
inline bool IsInSelectedStep(const Selected& selected, const Track& track, uint32_t event) {
  const StepId step = track.events.step[event];
  return step.valid() && !IsStepByTime(track.events, event) && selected.steps().Has(step) &&
         selected.source_filter().Has(step, track.row.device);
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_IN_STEPS_H_
