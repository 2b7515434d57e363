#ifndef PROFILER_STORE_DERIVE_FLOW_SCAN_H_
#define PROFILER_STORE_DERIVE_FLOW_SCAN_H_

#include "profiler/store/profile.h"

namespace profiler::derive {

// Calls visit(flow) for the flows that are no launches, in order. Quick where all are launches, of
// which there may be as many as events.
template <typename Visit>
void EachFlowButLaunches(const Profile& profile, const Visit& visit) {
  static_assert(FlowKind::kLaunch == FlowKind());
  const auto take = [&](FlowKind kind, EventId from, EventId to) {
    if (kind != FlowKind::kLaunch) visit(FlowRow{from, to, kind});
  };
  profile.flows.ForEachOfUnlessZero(take, &FlowRow::kind, &FlowRow::from, &FlowRow::to);
}

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_FLOW_SCAN_H_
