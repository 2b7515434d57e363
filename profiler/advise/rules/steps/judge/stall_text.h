// Slow steps whose time a few single calls take, which the machine stopped.
#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_STALL_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_STALL_TEXT_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/step_classes.h"
#include "profiler/analysis/phases/only_in_steps.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"

namespace profiler {

struct StallText {
  std::string text;             // empty if calls do not stall in each of the slow steps
  bool may_be_garbage = false;  // Python may collect garbage in some of them
};
// Which calls stalled (StalledCalls), and why. None where something else explains the slow steps:
// compiling, a rank or a host that others wait for, work that runs in them only, larger inputs.
absl::StatusOr<StallText> TextOfStalls(const RuleInput& input, const StepClasses& classes,
                                       const ComparedSteps& steps, Value usual);
// What runs in the slow steps only, if it explains much of the time by which they are slower: a
// validation, a checkpoint. Not what other steps do at regular intervals.
std::optional<OnlyInSteps> MuchOnlyIn(const RuleInput& input, const StepClasses& classes,
                                      const ComparedSteps& steps, Value excess);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_STALL_TEXT_H_
