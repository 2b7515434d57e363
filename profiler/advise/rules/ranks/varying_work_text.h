#ifndef PROFILER_ADVISE_RULES_RANKS_VARYING_WORK_TEXT_H_
#define PROFILER_ADVISE_RULES_RANKS_VARYING_WORK_TEXT_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// Where ranks are late in turns because their work changes from step to step: what shows it, and
// what to do, as sentences after ". "; empty if the work does not change.
std::string VaryingWorkText(const RuleInput& input, const RanksOfRun& ranks);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_VARYING_WORK_TEXT_H_
