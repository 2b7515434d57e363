#include "profiler/analysis/selection/op_events.h"

#include <algorithm>
#include <vector>

#include "profiler/analysis/selection/places.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/self_time.h"

namespace profiler {
namespace {

class Walk {
 public:
  Walk(const Profile& profile, const Query& query, const SelectedSteps& steps,
       const std::function<bool(const OpRow&)>& counts,
       const std::function<void(const OpEvent&)>& take)
      : profile_(profile), steps_(steps), places_(profile, query.selection), take_(take) {
    for (const OpRow& op : profile.ops.row.values()) counts_.push_back(counts(op));
  }

  absl::Status Track(TrackId id, RunContext& context) {
    const TrackRow& track = profile_.tracks[id];
    if (track.role != TrackRole::kExec || !places_.Has(track)) return absl::OkStatus();
    const Events& events = profile_.events[id];
    const bool on_device = derive::IsAccelerator(track);
    const bool nests = track.kind != TrackKind::kLane, is_thread = track.kind == TrackKind::kThread;
    SelfTimes times(events);
    const auto take = [&](uint32_t e, int64_t self) {
      take_({id, e, events.op[e], on_device, events.duration[e], self});
    };
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!events.op[e].valid() || !counts_[events.op[e].row()]) continue;
      if (!steps_.Has(events.step[e])) continue;
      if (is_thread) {
        times.Add(e, take);
        continue;
      }
      CloseBefore(events.begin[e], events.begin[e] + events.duration[e]);
      if (!open_.empty()) {
        // What overlaps in it may take more than there is.
        int64_t& around = open_.back().event.self;
        around -= std::min(around, events.duration[e]);
      }
      open_.push_back({{id, e, events.op[e], on_device, events.duration[e], events.duration[e]},
                       nests ? events.begin[e] + events.duration[e] : INT64_MIN});
    }
    times.Finish(take);
    while (!open_.empty()) Close();
    return absl::OkStatus();
  }

 private:
  struct Open {
    OpEvent event;
    int64_t end;
  };

  // Those that cannot hold an event of these times.
  void CloseBefore(int64_t begin, int64_t end) {
    while (!open_.empty() && (open_.back().end <= begin || open_.back().end < end)) Close();
  }
  void Close() {
    take_(open_.back().event);
    open_.pop_back();
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const Places places_;
  const std::function<void(const OpEvent&)>& take_;
  std::vector<char> counts_;  // by op
  std::vector<Open> open_;    // outermost first
};

}  // namespace

absl::Status ForEachOpEvent(const Profile& profile, const Query& query,
                            const std::function<bool(const OpRow&)>& counts,
                            const std::function<void(const OpEvent&)>& take, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  Walk walk(profile, query, steps, counts, take);
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    PROFILER_RETURN_IF_ERROR(walk.Track(TrackId(t), context));
  }
  return absl::OkStatus();
}

}  // namespace profiler
