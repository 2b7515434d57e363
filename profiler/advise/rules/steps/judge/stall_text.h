// Slow steps whose time a few single calls take, which the machine stopped.
#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_STALL_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_STALL_TEXT_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"

namespace profiler {

struct StallText {
  std::string text;             // empty if calls do not stall in each of the slow steps
  bool may_be_garbage = false;  // Python may collect garbage in some of them
};
// Which calls stalled (StalledCalls), and why.
StallText TextOfStalls(const RuleInput& input, const ComparedSteps& steps, Value usual);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_STALL_TEXT_H_
