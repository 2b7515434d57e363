#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_LOADER_STARTS_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_LOADER_STARTS_H_

#include <string>
#include <string_view>

#include "profiler/advise/rule.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"

namespace profiler {

// How much longer the slow steps wait for input than the others, where `work`, which only they do,
// starts the workers of a DataLoader: these make the first batch then. 0 where it does not.
Value FirstBatchWait(const RuleInput& input, std::string_view work, const ComparedSteps& steps);

// What to do about that, as a sentence that begins with a separator; empty for 0.
std::string FirstBatchText(Value wait);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_LOADER_STARTS_H_
