#ifndef PROFILER_ADVISE_RULES_JOB_NEVER_JOINED_H_
#define PROFILER_ADVISE_RULES_JOB_NEVER_JOINED_H_

#include <cstdint>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/compared_collectives.h"

namespace profiler {

// Adds a warning for each group of a run that waits for ranks which never come to a collective, for
// longer than a step of the run's middle rank takes. `ranks` are those of the run.
void JudgeNeverJoined(const RuleInput& input, const ComparedCollectives& collectives, uint32_t run,
                      const RanksOfRun& ranks, Verdict& verdict);

// Where no rank of the run is known to be absent: adds a warning for a group of which all recorded
// ranks are, until their recording ends, in a collective that takes many times its usual time and
// longer than a step. Ranks of the group without a file are named as absent; else the exchange
// itself hangs.
void JudgeUnended(const RuleInput& input, const ComparedCollectives& collectives, uint32_t run,
                  const RanksOfRun& ranks, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_NEVER_JOINED_H_
