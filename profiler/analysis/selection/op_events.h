#ifndef PROFILER_ANALYSIS_SELECTION_OP_EVENTS_H_
#define PROFILER_ANALYSIS_SELECTION_OP_EVENTS_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// An event of an exec track that runs an op of the wanted kinds.
struct OpEvent {
  TrackId track;
  uint32_t row = 0;  // index in the track's events
  OpId op;           // the op of the event itself
  bool on_device = false;
  int64_t duration = 0;
  // The event's time minus the time of nested events of the wanted kinds. Other nested events are
  // not subtracted.
  int64_t self = 0;
};

// Calls `take` for every selected event (-step, -source, -host, -rank, -device) of an exec track
// whose op `counts` accepts, track by track. A nested event is visited before the event around it.
absl::Status ForEachOpEvent(const Selected& selected,
                            const std::function<bool(const OpRow&)>& counts,
                            const std::function<void(const OpEvent&)>& take, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_OP_EVENTS_H_
