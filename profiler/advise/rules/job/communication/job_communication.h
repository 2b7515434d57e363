#ifndef PROFILER_ADVISE_RULES_JOB_COMMUNICATION_JOB_COMMUNICATION_H_
#define PROFILER_ADVISE_RULES_JOB_COMMUNICATION_JOB_COMMUNICATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/slow_ranks.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/collectives/exposed_collectives.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// What is known of communication in a run.
struct RunCommunication {
  const std::vector<WorkerUse>& uses;
  const RanksOfRun& ranks;
  const SlowRanks& slow;       // that others wait for
  const LackedRanks& missing;  // if there are any, the part that is waiting is not known
  const std::vector<ExposedCollective>& exposed;  // of all workers
  const ComparedCollectives& compared;
  bool hangs = false;       // most waiting is for ranks that never come
  bool go_one_way = false;  // GoOneWay()
};

// Gradients that are exchanged in one or two large all_reduces a step, nearly all of it while
// nothing computes: nothing of backward is left to hide them.
struct OneBucket {
  size_t a_step = 0;    // 0 if that is not so
  int64_t bytes = 0;    // of each, on average
  Value time = 0;       // of all in a step, in picoseconds, waiting included
  bool is_all = false;  // that is nearly all that is exchanged while nothing computes
  Value saves = 0;      // of a step, if they were buckets of DDP's usual size, in picoseconds
};
OneBucket OneBucketOf(const Profile& profile, const WorkerUse& use, const RunCommunication& run);
// The remedy: ". It is one all_reduce of 1 GB a step ...", or that a part of it is.
std::string BucketText(const OneBucket& one);

// The same gradients, which PyTorch's DDP reduces after each of several backward passes though an
// optimizer updates once: they are accumulated without no_sync().
struct RepeatedReductions {
  size_t a_step = 0;  // 0 if that is not so
  Value saves = 0;    // of a step, if only the last pass reduced, in picoseconds
};
RepeatedReductions RepeatedReductionsOf(const Profile& profile, const WorkerUse& use,
                                        const RunCommunication& run);
std::string RepeatedText(const RepeatedReductions& repeated);

// Whether SyncBatchNorm calls most of the worker's collectives of the kind, which no bucket holds.
bool AreOfSyncNorms(const Profile& profile, const WorkerUse& use, const RunCommunication& run,
                    CollectiveKind kind);

// Where most time in the worker's collectives of the kind, or of all kinds together, is in small
// ones, which latency limits:
// ". The collectives are small, 150 a step of 16.4 KB, ...". Else "". `remedy` is what to do where
// each layer needs its own; else "", and they are to be made fewer.
std::string SmallCollectivesText(const InputOf<JobThresholds>& input, const WorkerUse& use,
                                 const RunCommunication& run, CollectiveKind kind,
                                 std::string_view remedy);

// Tells how long the worker that communication holds up most is stalled in it, and what that time
// consists of. Returns whether the exchange of data takes more than its threshold of some worker's
// step: only that is the network's, the rest is due to other ranks.
bool JudgeCommunication(const InputOf<JobThresholds>& input, const RunCommunication& run,
                        Verdict& verdict);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_JOB_COMMUNICATION_H_
