#ifndef PROFILER_ADVISE_RULES_JOB_LATE_MOST_WAITED_FOR_H_
#define PROFILER_ADVISE_RULES_JOB_LATE_MOST_WAITED_FOR_H_

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// Adds to the finding `no_straggler` of a run which rank the others wait for, if that is a percent
// of their steps or more; or that they wait for none more than for others.
void NameMostWaitedFor(const RanksOfRun& ranks, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_LATE_MOST_WAITED_FOR_H_
