#include "profiler/analysis/accelerators/device_syncs.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/blocking_calls.h"
#include "profiler/analysis/ops/accelerated_sources.h"
#include "profiler/analysis/selection/places.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

class Collector {
 public:
  Collector(const Profile& profile, SelectedSteps steps, const Places& places)
      : profile_(profile),
        steps_(std::move(steps)),
        places_(places),
        has_device_(AcceleratedSources(profile)),
        blocking_(profile) {
    for (const FlowRow& flow : profile.flows) {
      if (flow.kind == FlowKind::kLaunch) AddLaunch(flow.from);
    }
  }

  void AddTrack(TrackId id) {
    const TrackRow& track = profile_.tracks[id];
    if (track.kind != TrackKind::kThread || track.role != TrackRole::kExec) return;
    if (derive::IsAccelerator(track) || has_device_[track.source.row()] == 0) return;
    const Events& events = profile_.events[id];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || !steps_.Has(step) || !places_.Has(step, track.device)) continue;
      std::vector<EventId>& waits = waits_[step];
      if (Blocks({id, e}) && !IsInWait({id, e})) waits.push_back({id, e});
    }
  }

  DeviceSyncs Take() && {
    for (auto& [step, waits] : waits_) AddStep(step, std::move(waits));
    for (auto& [key, site] : sites_) syncs_.sites.push_back(site);
    std::sort(syncs_.sites.begin(), syncs_.sites.end(), [](const auto& a, const auto& b) {
      if (a.time != b.time) return a.time > b.time;
      return std::tie(a.call, a.site.op, a.site.frame) < std::tie(b.call, b.site.op, b.site.frame);
    });
    return std::move(syncs_);
  }

 private:
  void AddLaunch(EventId call) {
    const Events& events = profile_.events[call.track];
    const int64_t begin = events.begin[call.row];
    const auto [it, is_new] = launches_.try_emplace(events.step[call.row], Interval{begin, begin});
    if (is_new) return;
    it->second = {std::min(it->second.begin, begin), std::max(it->second.end, begin)};
  }

  bool Blocks(EventId event) const {
    const OpId op = profile_.events[event.track].op[event.row];
    return op.valid() && profile_.ops.row[op].kind == OpKind::kRuntime && blocking_.Has(event);
  }

  // cudaDeviceSynchronize may be told by the driver's call in it too.
  bool IsInWait(EventId event) const {
    const Events& events = profile_.events[event.track];
    const uint32_t parent = events.ParentOf(event.row);
    return parent != Events::kNoParent && Blocks({event.track, parent});
  }

  Interval TimeOf(EventId event) const {
    const Events& events = profile_.events[event.track];
    return {events.begin[event.row], events.begin[event.row] + events.duration[event.row]};
  }

  void AddStep(StepId id, std::vector<EventId> waits) {
    const StepRow& step = profile_.steps[id];
    if (step.begin == kUnknown || step.end == kUnknown || step.end <= step.begin) return;
    ++syncs_.steps;
    syncs_.span += static_cast<Int128>(step.end) - step.begin;
    syncs_.is_whole = step.found_by == StepFoundBy::kWhole;
    const auto launches = launches_.find(id);
    std::erase_if(waits, [&](EventId wait) {
      const Interval time = TimeOf(wait);
      return launches == launches_.end() || time.begin < launches->second.begin ||
             time.end > launches->second.end;
    });
    std::vector<Interval> times;
    for (const EventId& wait : waits) {
      const OpId op = profile_.events[wait.track].op[wait.row];
      const CallSite site = CallSiteOf(profile_, wait);
      const StringId call = profile_.ops.row[op].name;
      DeviceSyncs::Site& sum = sites_[{site, call}];
      sum.site = site;
      sum.call = call;
      ++sum.waits;
      times.push_back(TimeOf(wait));
      sum.time += static_cast<Int128>(times.back().end) - times.back().begin;
    }
    syncs_.waits += static_cast<int64_t>(waits.size());
    syncs_.time += TotalLength(std::move(times));
  }

  const Profile& profile_;
  const SelectedSteps steps_;
  const Places& places_;
  const std::vector<char> has_device_;  // by source
  const BlockingCalls blocking_;
  absl::flat_hash_map<StepId, Interval> launches_;  // from the first to the last
  std::map<StepId, std::vector<EventId>> waits_;
  absl::flat_hash_map<std::pair<CallSite, StringId>, DeviceSyncs::Site> sites_;
  DeviceSyncs syncs_;
};

}  // namespace

absl::StatusOr<DeviceSyncs> DeviceSyncsOf(const Profile& profile, const Query& query,
                                          RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  const Places places(profile, query.selection);
  Collector collector(profile, std::move(steps), places);
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    collector.AddTrack(TrackId(t));
  }
  return std::move(collector).Take();
}

}  // namespace profiler
