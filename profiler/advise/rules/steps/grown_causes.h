// What takes longer in slow steps than in others: parts of a step, types of ops, calls and waits.
#ifndef PROFILER_ADVISE_RULES_STEPS_GROWN_CAUSES_H_
#define PROFILER_ADVISE_RULES_STEPS_GROWN_CAUSES_H_

#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"

namespace profiler {

// What explains less than this part of the excess is not told: 1 of 5. All that is told together
// explains at least 1 of 3.
inline constexpr int kLeastOfExcess = 5, kLeastInAll = 3;

// What takes more time in slow steps; times are means over steps, in picoseconds.
struct StepCause {
  std::string name;  // a part of a step or an op type
  StepPart part = StepPart::kOther;
  Value in_slow = 0, in_others = 0;
  bool is_sleep = false;  // Python sleeps for a time, rather than wait for something

  Value growth() const { return in_slow - in_others; }
};

// What accounts for the time by which steps are slower, `excess` in the mean, the most telling
// first. Empty if nothing recorded does. If `source` is valid, only its steps count.
std::vector<StepCause> CausesOfSlowSteps(const RuleInput& input, const ComparedSteps& steps,
                                         Value excess, SourceId source = {});

// The parts of a step that take longer in the slow ones. Empty where steps are not split.
std::vector<PartGrowth> GrownParts(const RuleInput& input, const ComparedSteps& steps,
                                   SourceId source);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_GROWN_CAUSES_H_
