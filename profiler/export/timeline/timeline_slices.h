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

// Who takes which output of an op.
using Consumers = ListColumn<OpId, std::pair<OpId, int32_t>>;

// What one file of the graph view's timeline is drawn from.
struct TimelineSource {
  const Profile& profile;
  const TimelineClock& clock;
  const TimelineGroups& groups;
  const TimelinePart& part;
  const DrawnOps& ops;
  const Consumers& consumers;
  bool tells_step = false;  // events name their step
  // Draw executions whose end 64 bits cannot hold, as tfprof does.
  bool draws_out_of_range = false;
};

// Where an execution came to stand.
struct DrawnSlice {
  OpId op;
  StepId step;
  TrackId track;
  TraceLane lane;
  Int128 begin = 0, end = 0;
};

// Draws the events of a file. Nothing is left out for standing at another's place: events that
// overlap and do not nest go to lanes of their own.
class SliceDrawer {
 public:
  SliceDrawer(const TimelineSource& source, TraceWriter& writer, TimelineProcesses& processes);

  absl::Status Draw(RunContext& context);

  // Executions on lanes of devices, in the order in which they stand in the file.
  const std::vector<DrawnSlice>& executions() const { return executions_; }
  // An end of one of the part's flows; null where the event is not drawn.
  const DrawnSlice* FlowEnd(EventId event) const;
  int64_t not_placed() const { return not_placed_; }  // executions that no time axis can hold

 private:
  struct Slice {
    Int128 begin = 0, duration = 0;
    uint32_t rank = 0;
    TrackId track;
    uint32_t row = 0;  // of the track's events, or of the unplaced rows
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
