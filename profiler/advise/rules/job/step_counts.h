#ifndef PROFILER_ADVISE_RULES_JOB_STEP_COUNTS_H_
#define PROFILER_ADVISE_RULES_JOB_STEP_COUNTS_H_

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// Adds which files of a run's ranks were cut short, so that these are not compared.
void AddCutFiles(const Profile& profile, const RanksOfRun& ranks, Verdict& verdict);

// Adds which ranks of a run recorded clearly fewer steps than most of its ranks.
void AddFewerSteps(const RuleInput& input, const RanksOfRun& ranks, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_STEP_COUNTS_H_
