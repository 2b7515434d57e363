#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_SLICES_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_SLICES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/export/timeline/graph/timeline_groups.h"
#include "profiler/export/timeline/graph/timeline_ops.h"
#include "profiler/export/timeline/graph/timeline_parts.h"
#include "profiler/export/timeline/timeline_clock.h"
#include "profiler/export/timeline/timeline_processes.h"
#include "profiler/export/timeline/timeline_writer.h"

namespace profiler {

// The consumers of each output of an op.
using Consumers = ListColumn<OpId, std::pair<OpId, int32_t>>;

// The input for one file of the graph view's timeline.
struct TimelineSource {
  const Profile& profile;
  const TimelineClock& clock;
  const TimelineGroups& groups;
  const TimelinePart& part;
  const DrawnOps& ops;
  const Consumers& consumers;
  bool shows_step = false;  // events have the step as an argument
  // Draws executions whose end overflows 64 bits, as tfprof does.
  bool draws_out_of_range = false;
};

// The position of a drawn execution.
struct DrawnSlice {
  OpId op;
  StepId step;
  TrackId track;
  TraceLane lane;
  Int128 begin = 0, end = 0;
};

// Draws the events of a file. Events that overlap without nesting go to separate lanes, so that
// every event is visible.
class SliceDrawer {
 public:
  SliceDrawer(const TimelineSource& source, TraceWriter& writer, TimelineProcesses& processes);

  absl::Status Draw(RunContext& context);

  // Executions on lanes of devices, in the order of the file.
  const std::vector<DrawnSlice>& executions() const { return executions_; }
  // The slice of an event that starts or ends one of the part's flows; null if it is not drawn.
  const DrawnSlice* FlowEnd(EventId event) const;
  int64_t not_placed() const { return not_placed_; }  // executions whose times are out of range

 private:
  struct Slice {
    Int128 begin = 0, duration = 0;
    uint32_t rank = 0;
    TrackId track;
    uint32_t row = 0;  // in the track's events, or in the unplaced rows
    bool is_placed = true;
    int64_t tid = 0;
  };
  struct Group {
    std::vector<EventId> events;
    std::vector<uint32_t> unplaced;
    uint32_t rank = DrawnOps::kNotDrawn;
    int64_t pid = 0;
  };

  void Collect();
  std::vector<uint32_t> NumberGroups();
  void DrawGroup(const TimelineGroup& group, const Group& drawn);
  std::vector<Slice> SlicesOf(const Group& drawn) const;
  static void PlaceOnLanes(std::vector<Slice>& slices, bool nest, int64_t first_tid);
  void PlaceOnTracks(const TimelineGroup& group, int64_t pid, std::vector<Slice>& slices);
  bool Nests(TrackId track) const;
  void Write(const Slice& slice, const TimelineGroup& group, int64_t pid);
  void Remember(const Slice& slice, OpId op, StepId step, TraceLane lane);

  const TimelineSource& source_;
  const Profile& profile_;
  TraceWriter& writer_;
  TimelineProcesses& processes_;
  std::vector<Group> groups_;
  std::vector<DrawnSlice> executions_;
  absl::flat_hash_map<std::pair<TrackId, uint32_t>, DrawnSlice> flow_ends_;
  int64_t not_placed_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_SLICES_H_
