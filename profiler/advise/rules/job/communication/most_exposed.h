#ifndef PROFILER_ADVISE_RULES_JOB_COMMUNICATION_MOST_EXPOSED_H_
#define PROFILER_ADVISE_RULES_JOB_COMMUNICATION_MOST_EXPOSED_H_

#include <string>
#include <string_view>

#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/worker_use.h"

namespace profiler {

// The kind of collective with the most exposed time on accelerators of the worker.
struct MostExposed {
  CollectiveKind kind = CollectiveKind::kOther;
  std::string name;  // with its group if the worker has several; empty if there is none
  std::string_view group;
  double share = 1;  // of the exposed time of all kinds
};

// With `by_exchange` the one that exchanges data for longest: waits for other ranks do not count.
// `is_of_all`: it is told of all workers, so that a group is named only if all are in it.
MostExposed MostExposedOf(const RunCommunication& run, const WorkerUse& use, bool is_of_all,
                          bool by_exchange);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_MOST_EXPOSED_H_
