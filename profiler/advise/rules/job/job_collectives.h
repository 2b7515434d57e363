#ifndef PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_

#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/collectives/exposed_collectives.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// What to add on collectives of accelerators to a sentence on communication: which it is, and where
// it is much what to do.
std::string TellCollectives(const Profile& profile,
                            const std::vector<ExposedCollective>& collectives, bool is_much);

// The rank of one run that the others wait for in collectives: it comes last, so that it is in them
// for the shortest time.
void JudgeWaiting(const RuleInput& input, const std::vector<const WorkerUse*>& workers,
                  Verdict& verdict);

// Which rank came last to most collectives that several ranks recorded, whatever it cost them, and
// how many ranks are not there to be compared.
absl::Status TellArrivals(const RuleInput& input, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
