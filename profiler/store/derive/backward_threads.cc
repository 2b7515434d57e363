#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

// A thread in a step.
using Place = std::pair<TrackId, StepId>;

// Whether the step of the flow's begin got its data to another thread within its time.
bool StaysInStep(const Profile& profile, const FlowRow& flow) {
  const bool is_data = flow.kind == FlowKind::kData && !(flow.from.track == flow.to.track);
  if (!is_data || IsAccelerator(profile.tracks[flow.to.track])) return false;
  const Events& from = profile.events[flow.from.track];
  const Events& to = profile.events[flow.to.track];
  const StepId step = from.step[flow.from.row];
  return step.valid() && step == to.step[flow.to.row] && !IsStepByTime(from, flow.from.row) &&
         IsStepByTime(to, flow.to.row);
}

}  // namespace

void OwnBackwardThreads(Profile& profile) {
  absl::flat_hash_set<Place> owned;
  for (const FlowRow& flow : profile.flows) {
    if (!StaysInStep(profile, flow)) continue;
    const StepId step = profile.events[flow.from.track].step[flow.from.row];
    owned.insert({flow.to.track, step});
  }
  for (uint32_t t = 0; t < profile.tracks.size() && !owned.empty(); ++t) {
    Events& events = profile.events[TrackId(t)];
    for (size_t e = 0; e < events.step_by_time.size(); ++e) {
      if (owned.contains({TrackId(t), events.step[e]})) events.step_by_time[e] = 0;
    }
  }
}

}  // namespace profiler::derive
