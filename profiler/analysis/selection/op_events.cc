#include "profiler/analysis/selection/op_events.h"

#include <algorithm>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/self_time.h"

namespace profiler {
namespace {

class Walk {
 public:
  Walk(const Selected& selected, const std::function<bool(const OpRow&)>& counts,
       const std::function<void(const OpEvent&)>& take)
      : steps_(selected.steps()), take_(take) {
    for (const OpRow& op : selected.profile().ops.row.values()) counts_.push_back(counts(op));
  }

  absl::Status AddTrack(const Track& track, const RunContext& context) {
    const TrackId id = track.id;
    const Events& events = track.events;
    const TrackKind kind = track.row.kind;
    const bool on_device = HoldsDeviceWork(track.row);
    const bool nests = kind != TrackKind::kLane, is_thread = kind == TrackKind::kThread;
    SelfTimes times(events);
    const auto take = [&](uint32_t e, int64_t self) {
      take_({id, e, events.op[e], on_device, events.duration[e], self});
    };
    PROFILER_RETURN_IF_ERROR(ForEachEvent(events, steps_, context, [&](uint32_t e) {
      if (!events.op[e].valid() || !counts_[events.op[e].row()]) return;
      if (is_thread) return times.Add(e, take);
      CloseBefore(events.begin[e], events.begin[e] + events.duration[e]);
      if (!open_.empty()) {
        // Nested events may overlap each other and then take more time than the event around them.
        int64_t& around = open_.back().event.self;
        around -= std::min(around, events.duration[e]);
      }
      open_.push_back({{id, e, events.op[e], on_device, events.duration[e], events.duration[e]},
                       nests ? events.begin[e] + events.duration[e] : INT64_MIN});
    }));
    times.Finish(take);
    while (!open_.empty()) Close();
    return absl::OkStatus();
  }

 private:
  struct Open {
    OpEvent event;
    int64_t end;
  };

  // Closes the open events that cannot contain an event with these times.
  void CloseBefore(int64_t begin, int64_t end) {
    while (!open_.empty() && (open_.back().end <= begin || open_.back().end < end)) Close();
  }
  void Close() {
    take_(open_.back().event);
    open_.pop_back();
  }

  const SelectedSteps& steps_;
  const std::function<void(const OpEvent&)>& take_;
  std::vector<char> counts_;  // indexed by op
  std::vector<Open> open_;    // outermost first
};

}  // namespace

absl::Status ForEachOpEvent(const Selected& selected,
                            const std::function<bool(const OpRow&)>& counts,
                            const std::function<void(const OpEvent&)>& take, RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  Walk walk(selected, counts, take);
  for (const Track track : Tracks(selected, HoldsWork)) {
    PROFILER_RETURN_IF_ERROR(walk.AddTrack(track, context));
  }
  return absl::OkStatus();
}

}  // namespace profiler
