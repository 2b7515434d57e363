#ifndef PROFILER_ADVISE_RULES_JOB_JOB_LINKS_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_LINKS_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/collectives/data_edges.h"
#include "profiler/analysis/collectives/transfers.h"

namespace profiler {

// JobChecker's part on who sends to whom. `steps` is their number. `waits` says that the job spends
// much of its time in communication.
void JudgeLinks(const RuleInput& input, const std::vector<Transfer>& transfers, int64_t steps,
                bool waits, Verdict& verdict);

// The same where no transfer was recorded, by what the graph sends between tasks. Adds nothing
// where it sends nothing.
void TellGraphTraffic(const Profile& profile, const std::vector<DataEdge>& crossings,
                      Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_LINKS_H_
