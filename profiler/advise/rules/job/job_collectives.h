#ifndef PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_

#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/collectives/exposed_collectives.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// The end of a sentence about communication. It names the collective with the most time on
// accelerators and, if `is_much`, the remedy.
std::string DescribeCollectives(const Profile& profile,
                                const std::vector<ExposedCollective>& collectives, bool is_much);

// Finds the rank of a run for which the others wait in collectives. It is the rank with the least
// time in collectives, because it arrives last. Ignores differences below `least`, a share of a
// step, and a rank that `verdict` already names as a straggler.
void JudgeWaiting(const Profile& profile, const std::vector<const WorkerUse*>& workers,
                  double least, Verdict& verdict);

// Finds the rank that arrived last in the largest number of collectives of several ranks, even if
// the waits are short, and counts the ranks that were not opened.
absl::Status JudgeArrivals(const RuleInput& input, Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_COLLECTIVES_H_
