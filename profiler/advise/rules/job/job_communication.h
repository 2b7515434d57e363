#ifndef PROFILER_ADVISE_RULES_JOB_JOB_COMMUNICATION_H_
#define PROFILER_ADVISE_RULES_JOB_JOB_COMMUNICATION_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/analysis/collectives/exposed_collectives.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// What communication that no other work hides consists of: waiting until the last rank comes to a
// collective, and the exchange itself. Only the second is the network's.
struct CommunicationVerdict {
  bool is_much = false;         // the exchange takes more than its threshold
  bool waits_dominate = false;  // waiting takes more than the threshold, and more than the exchange
};

// `uses` are the workers of one run. If it misses ranks, the part that is waiting is not all known.
CommunicationVerdict JudgeCommunication(const InputOf<JobThresholds>& input,
                                        const std::vector<WorkerUse>& uses, bool misses_ranks,
                                        const std::vector<ExposedCollective>& collectives,
                                        Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_JOB_COMMUNICATION_H_
