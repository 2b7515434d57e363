#ifndef PROFILER_STORE_PROFILE_H_
#define PROFILER_STORE_PROFILE_H_

#include <memory>
#include <utility>
#include <vector>

#include "profiler/base/identity.h"
#include "profiler/store/execs.h"
#include "profiler/store/strings.h"
#include "profiler/store/tables.h"
#include "profiler/store/tensor_values.h"
#include "profiler/store/time_axis.h"

namespace profiler {

// Everything recorded about a job, and the totals derived from it. ProfileBuilder makes it; it does
// not change afterwards, so any number of queries may read it concurrently.
struct Profile {
  Identity identity;  // unique per built profile; caches use it as a key

  Strings strings;
  Column<SourceId, SourceRow> sources;
  Column<DeviceId, DeviceRow> devices;
  Column<TrackId, TrackRow> tracks;
  Column<TrackId, Events> events;
  Column<StepId, StepRow> steps;
  Ops ops;
  Column<FrameId, FrameRow> frames;  // parents precede their children
  PackedTable<NoId, FlowRow> flows;
  PackedTable<SnapshotId, SnapshotRow> snapshots;
  std::vector<AllocationRow> allocations;
  PackedTable<OutputId, OutputRow> outputs;
  PackedTable<ExecId, ExecRow>
      recorded_execs;  // totals that a source recorded, as given to ProfileBuilder
  std::vector<LaneSeenRow> lanes_seen;
  std::vector<UnplacedRow> unplaced;
  Column<MetricId, MetricRow> metrics;
  std::vector<SampleRow> samples;
  std::vector<Series> series;  // of metrics over time
  Column<ModuleId, ModuleRow> modules;
  std::vector<BufferRow> buffers;
  std::vector<VariableRow> variables;                 // sorted by name
  std::shared_ptr<const TensorValues> tensor_values;  // of the variables; null if there are none
  // What is kept of events that were left out (SourceRow::without_events).
  PackedTable<NoId, KeptExecRow> kept_execs;
  std::vector<StepPartsRow> step_parts;
  PackedTable<NoId, WorkTimeRow> work_times;
  std::vector<ImportRow> import_rows;  // import problems

  // Derived tables and columns.
  LazyExecs lazy_execs;
  TimeAxis time_axis;  // a window of a profile has the axis of the whole profile

  const Execs& execs() const;
  size_t op_count() const { return ops.row.size(); }
  // Returns the exec rows of one op, as row numbers [first, second).
  std::pair<uint32_t, uint32_t> ExecsOf(OpId op) const {
    return {execs().op_start[op.row()], execs().op_start[op.row() + 1]};
  }
  bool has_memory() const { return snapshots.size() > 0; }
};

}  // namespace profiler

#endif  // PROFILER_STORE_PROFILE_H_
