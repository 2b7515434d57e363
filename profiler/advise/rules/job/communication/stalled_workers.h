#ifndef PROFILER_ADVISE_RULES_JOB_COMMUNICATION_STALLED_WORKERS_H_
#define PROFILER_ADVISE_RULES_JOB_COMMUNICATION_STALLED_WORKERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// Who is stalled in communication, for which part of a step, and whom they wait for.

// Smaller shares would be shown as "0%".
inline constexpr double kLeastShareShown = 0.005;

std::string NameOfWorker(const WorkerUse& use);

// Of a sum over the worker's steps.
Value MeanAStep(Int128 sum, const WorkerUse& use);

// The share of the worker's steps in which it is stalled in communication, and that in which it is
// stalled in the exchange of data itself.
double ExposedShare(const WorkerUse& use);
double ExchangeShare(const WorkerUse& use);

// The worker of which the share is greatest; null if there is none. Parameter servers are ignored,
// because they wait by design.
const WorkerUse* WorkerWithMost(const std::vector<WorkerUse>& uses,
                                double (*share)(const WorkerUse&));

// The ranks that others wait for most, as "rank 5"; empty if none causes most of it, or if stages
// of a pipeline wait for each other, whatever their work.
std::string WaitedFor(const Profile& profile, const WorkerUse& use, const RunCommunication& run);

// Who wait for each other: in a process alone its devices do, if they were compared or it is of
// JAX.
std::string_view WaitersOf(const Profile& profile, const RunCommunication& run);

// Whether all are stalled for as long as the worker that is told, and in collectives of the kind in
// which it is stalled most, so that it need not be named.
bool AreAllTold(const RunCommunication& run, const WorkerUse& told);

// "ranks wait for communication, rank 3 longest: 400 us of a step of 1 ms (40%)", or "rank 3 waits
// 40 us of a step of 1 ms (4%) for communication". `are_all_told` is AreAllTold(); `is_much`: many
// wait for it, of which this one is the worst.
std::string WaitText(const Profile& profile, const RunCommunication& run, const WorkerUse& told,
                     bool are_all_told, bool is_much);

// What the exposed time consists of, if that is known. `for_whom` is who is waited for, "" if the
// text need not say it.
std::string SplitText(const Profile& profile, const WorkerUse& use, const RunCommunication& run,
                      const std::string& for_whom);

// Whether the worker is mostly stalled because it waits for other ranks.
bool MostlyWaits(const WorkerUse& use, const RunCommunication& run);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_STALLED_WORKERS_H_
