// How a store keeps what events tell of steps, and how it is read back if the events were left out.
// All analyses of steps take their sums and splits from AddUpSteps() and SplitSteps(), which call
// the functions below.
#ifndef PROFILER_ANALYSIS_KEPT_KEPT_STEPS_H_
#define PROFILER_ANALYSIS_KEPT_KEPT_STEPS_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/store/profile.h"

namespace profiler {

// The row that keeps a split. `split` must have a total.
StepPartsRow KeptRowOf(StepId step, const StepSum& sum, const StepSplit& split);

// Sets the device spans of steps whose events were left out. Without effect if places are left out:
// rows are kept of whole steps.
void AddKeptSpans(const Selected& selected, std::vector<StepSum>& sums);
// Sets the splits of these steps, likewise.
void AddKeptSplits(const Selected& selected, const std::vector<StepSum>& sums,
                   std::vector<StepSplit>& splits);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_KEPT_KEPT_STEPS_H_
