#ifndef PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_SINCE_H_
#define PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_SINCE_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/analysis/input/input_class.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_timings.h"

namespace profiler {

// Where the median of all steps is not input bound, but a rank's steps are from one of them on:
// "; but since step 271 algo-2 is highly input bound: 36.4% of its step (median of 150 steps), 1.9%
// before". Of several ranks the one with the largest share. Else "".
std::string InputSinceText(const RuleInput& input, const Runs& runs, const StepTimings& run,
                           const InputLimits& limits);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_SINCE_H_
