// Whether norms that ranks share make collectives.
#include <cstddef>
#include <string_view>

#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/analysis/accelerators/launched_by.h"

namespace profiler {
namespace {

// Whether the call is made in an op of SyncBatchNorm, forward or backward.
bool IsInSyncNorm(const Profile& profile, EventId call) {
  constexpr int kMostAround = 1000;  // stacks in a file may be arbitrarily deep
  const Events& events = profile.events[call.track];
  uint32_t e = call.row;
  for (int i = 0; i < kMostAround && e != Events::kNoParent; ++i, e = events.ParentOf(e)) {
    if (!events.op[e].valid()) continue;
    const std::string_view name = profile.strings[profile.ops.row[events.op[e]].name];
    if (name.find("SyncBatchNorm") != name.npos) return true;
  }
  return false;
}

}  // namespace

bool AreOfSyncNorms(const Profile& profile, const WorkerUse& use, const RunCommunication& run,
                    CollectiveKind kind) {
  const LaunchedBy launched_by(profile);
  size_t all = 0, of_norms = 0;
  for (const CollectiveEvent& one : run.compared.events) {
    if (one.kind != kind || one.source != use.worker.source || one.is_call) continue;
    const EventId call = launched_by(one.event.track, one.event.row);
    ++all;
    of_norms += call.track.valid() && IsInSyncNorm(profile, call) ? 1 : 0;
  }
  return 2 * of_norms > all;
}

}  // namespace profiler
