#ifndef PROFILER_STORE_PROFILE_H_
#define PROFILER_STORE_PROFILE_H_

#include <memory>
#include <utility>
#include <vector>

#include "profiler/base/identity.h"
#include "profiler/store/strings.h"
#include "profiler/store/tables.h"
#include "profiler/store/tensor_values.h"
#include "profiler/store/time_axis.h"

namespace profiler {

// Everything recorded about a job, and the totals derived from it. Made by ProfileBuilder and
// never changed after, so any number of queries may run over it at once.
struct Profile {
  Identity identity;  // of each that is built another, by which what is made of it is kept

  Strings strings;
  Column<SourceId, SourceRow> sources;
  Column<DeviceId, DeviceRow> devices;
  Column<TrackId, TrackRow> tracks;
  Column<TrackId, Events> events;
  Column<StepId, StepRow> steps;
  Ops ops;
  Column<FrameId, FrameRow> frames;  // a parent stands before its children
  std::vector<FlowRow> flows;
  PackedTable<SnapshotId, SnapshotRow> snapshots;
  std::vector<AllocationRow> allocations;
  PackedTable<OutputId, OutputRow> outputs;
  PackedTable<ExecId, ExecRow>
      recorded_execs;  // totals that a source recorded, as ProfileBuilder took them
  std::vector<LaneSeenRow> lanes_seen;
  std::vector<UnplacedRow> unplaced;
  Column<MetricId, MetricRow> metrics;
  std::vector<SampleRow> samples;
  std::vector<Series> series;  // of metrics over time
  Column<ModuleId, ModuleRow> modules;
  std::vector<BufferRow> buffers;
  std::vector<VariableRow> variables;                 // by name
  std::shared_ptr<const TensorValues> tensor_values;  // of the variables; null: there are none
  std::vector<ImportRow> import_rows;                 // what reading met

  // Derived.
  Execs execs;
  TimeAxis time_axis;  // of a part that was cut out of a profile: that of the whole

  size_t op_count() const { return ops.row.size(); }
  // The exec rows of one op, as row numbers [first, second).
  std::pair<uint32_t, uint32_t> ExecsOf(OpId op) const {
    return {execs.op_start[op.row()], execs.op_start[op.row() + 1]};
  }
  bool has_memory() const { return snapshots.size() > 0; }
};

}  // namespace profiler

#endif  // PROFILER_STORE_PROFILE_H_
