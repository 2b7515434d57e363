// How much ordinary steps vary, in words, and whether they compile.
#ifndef PROFILER_ADVISE_RULES_STEPS_STEP_VARIATION_H_
#define PROFILER_ADVISE_RULES_STEPS_STEP_VARIATION_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/step_list.h"

namespace profiler {

struct VariationFacts {
  std::string text;
  bool is_explained = false;
  Value usual = 0;  // the median that the text tells, in picoseconds
};

// Whether most of the steps compile.
bool MostCompile(const RuleInput& input, const StepTimeList& steps);

// Text such as "a step takes 10 ms (median of 8 ordinary steps); the standard deviation is 2% of
// the mean".
std::string SteadyText(const Profile& profile, const StepTimeList& steps);
// The same of steps whose standard deviation is more than `most` of the mean, and why, where it is
// known: some compile, or a few are much shorter than all others.
VariationFacts UnsteadySteps(const RuleInput& input, const StepTimeList& steps, double most);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_STEP_VARIATION_H_
