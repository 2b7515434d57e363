#ifndef PROFILER_ADVISE_RULES_JOB_JOB_LINKS_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_LINKS_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/collectives/data_edges.h"
#include "profiler/analysis/collectives/transfers.h"

namespace profiler {

// Adds JobChecker's findings about transfers in `steps` steps: the slowest link, with a warning if
// its rate is below `slow_share` of the median link's rate.
void JudgeLinks(const std::vector<Transfer>& transfers, int64_t steps, double slow_share,
                Verdict& verdict);
// Adds a warning if the median transfer is smaller than `small` bytes.
void JudgeSizes(const std::vector<Transfer>& transfers, int64_t steps, double small,
                Verdict& verdict);

// For profiles without recorded transfers: reports the data that the graph sends between tasks, if
// any.
void JudgeGraphCommunication(const Profile& profile, const std::vector<DataEdge>& crossings,
                             Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_LINKS_H_
