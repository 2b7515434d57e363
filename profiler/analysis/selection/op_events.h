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

// One event of an exec track that runs an op of the kinds asked for.
struct OpEvent {
  TrackId track;
  uint32_t row = 0;  // of the track's events
  OpId op;           // the event's own
  bool on_device = false;
  int64_t duration = 0;
  // Without what such events nested in it take; other events in it are not taken off.
  int64_t self = 0;
};

// Hands every selected event (-step, -source, -host, -rank, -device) of an exec track to `take`
// whose op `counts` accepts, track by track. An event that is nested in another is handed out
// before it.
absl::Status ForEachOpEvent(const Selected& selected,
                            const std::function<bool(const OpRow&)>& counts,
                            const std::function<void(const OpEvent&)>& take, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_OP_EVENTS_H_
