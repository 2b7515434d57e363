#ifndef PROFILER_ADVISE_RULES_JOB_COMMUNICATION_EXCHANGE_REMEDY_H_
#define PROFILER_ADVISE_RULES_JOB_COMMUNICATION_EXCHANGE_REMEDY_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/analysis/collectives/collective_bytes.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether most of the time in the worker's collectives of the kind is in those of elements of 16
// bits or fewer.
bool AreOfFewBits(const WorkerUse& use, const RunCommunication& run, CollectiveKind kind);

// Whether data goes from some ranks to others alone. In a pipeline that trains, stages both send
// and receive.
bool GoOneWay(const std::vector<CollectiveEvent>& events, const std::vector<SourceId>& sources);
// What to do then.
inline constexpr char kTakeTurns[] =
    "No rank both sends and receives, so these are no stages of a pipeline: look at what the rank "
    "that sends does until then, and let ranks work at the same time (receive ahead, or work on "
    "data of the step before)";

// Whether the group has ranks that share a layer, as Megatron and others name it.
bool IsOfTensorParallel(std::string_view group);

// What to do about an exchange that takes long. `kind` is that with the most exposed time, in
// `group`; `go_one_way` is GoOneWay(). Exchanging 16 bits is no advice where it is done,
// and neither are DDP and FSDP where none was recorded.
std::string HowToExchangeLess(const Profile& profile, CollectiveKind kind, std::string_view group,
                              bool are_few_bits, bool go_one_way);

// The worker's collectives that count, added up without what each waits for other ranks.
CollectiveTotals ExchangeOfWorker(const WorkerUse& use, const RunCommunication& run,
                                  const std::function<bool(const CollectiveEvent&)>& counts);

// Text such as ", at 14.1 GB/s of bus bandwidth", as `collectives` has it, of the worker's
// collectives of the kind and group; "" where not all sizes are known, or what is waiting, as
// of sends and receives.
std::string BusRateText(const WorkerUse& use, const RunCommunication& run, CollectiveKind kind,
                        std::string_view group);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_EXCHANGE_REMEDY_H_
