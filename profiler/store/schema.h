// Declares the tables and columns of a profile. Rows and their packing, the store file, merging,
// windows, `schema -tables`, docs/tables.md and proto/store.proto are generated or checked from it.
//
// A line of a column (schema/*.h):
//
//   COLUMN(coding, field, type, name, initial, unit, sentence)
//
//   coding    how the store file writes it: a method of StoreChunk (export/) and of
//             StoreChunkReader (readers/)
//   field     its number in the table's message, which is never changed or reused, because stores
//             are kept for years. Wide and Event take the next number, too. 0 if not stored
//   type      the column's type. The type of an id gives the table to which the id refers
//   initial   the value of a row for which no reader sets one. If it means "not recorded" (an
//             invalid id, kUnknown, -1), it means that in every row
//   unit      "" for none; shares and counts have "1"
//
// The codings:
//
//   Ref, Next       an id, which may be invalid. Next is written as the difference from the
//                   row before, for ids that increase from row to row
//   MustRef, MustNext   the same for ids that must be valid
//   Number, Small   an integer, which may be kUnknown
//   Time, Span      picoseconds, in a unit that divides all values. Time is written as the
//                   difference from the row before
//   Count, Bits, Offset   unsigned, of 32, 64 and 64 bits; the maximum of Offset means none
//   Flag, Enum, Real, Wide   bool, an enum of kinds.h, double, 128 bits
//   Event           an event: its track and its row in the track
//   Rounded         128 bits, rounded to 10 binary digits (file/rounded.h). Written as the
//   difference
//                   from the row before
//   Apart           in a separate table, because it is a list or refers to later rows
//   Derived         not stored, but computed when the file is read
#ifndef PROFILER_STORE_SCHEMA_H_
#define PROFILER_STORE_SCHEMA_H_

#include "profiler/store/schema/kept.h"
#include "profiler/store/schema/places.h"
#include "profiler/store/schema/program.h"
#include "profiler/store/schema/runs.h"

// TABLE(how, field, Name, name, Id, Row, rows, sorted by, sentence), in the order of the file, in
// which a row refers only to earlier rows.
//
//   how     Plain: Profile has `rows` in this form. Made: store/facts.h converts them from another
//           form. Derived: Plain, and not in the file
//   field   the table's number in message Store
//   Id      the type of ids of rows, or NoId if no column refers to the table
// clang-format off
#define PROFILER_TABLES(TABLE)                                                                     \
  TABLE(Made, 3, Sources, sources, SourceId, SourceFact, , "",                                     \
        "the files that were read")                                                                \
  TABLE(Plain, 4, ImportRows, import_rows, NoId, ImportRow, import_rows, "",                        \
        "the problems that reading them met, with how often")                                      \
  TABLE(Plain, 5, Devices, devices, DeviceId, DeviceRow, devices, "",                              \
        "what ops run on")                                                                         \
  TABLE(Plain, 6, Tracks, tracks, TrackId, TrackRow, tracks, "",                                    \
        "threads, streams, queues: each holds events")                                             \
  TABLE(Plain, 7, Steps, steps, StepId, StepRow, steps, "",                                        \
        "training steps, each as one source recorded it")                                             \
  TABLE(Plain, 8, Metrics, metrics, MetricId, MetricRow, metrics, "",                              \
        "what was measured or counted beside the ops")                                             \
  TABLE(Plain, 9, Modules, modules, ModuleId, ModuleRow, modules, "",                              \
        "compiled programs")                                                                       \
  TABLE(Plain, 10, Frames, frames, FrameId, FrameRow, frames, "a parent before its children",      \
        "lines of the user's code, each with the line that called it")                             \
  TABLE(Plain, 11, Ops, ops, OpId, OpRow, ops.row, "",                                              \
        "operations: what runs")                                                                   \
  TABLE(Made, 12, FrameworkOps, framework_ops, NoId, FrameworkOpFact, , "op",                      \
        "ops.framework_op in the file, because it may refer to a later op")              \
  TABLE(Made, 13, OpTypes, op_types, NoId, TypeFact, , "op",                                       \
        "every name of an op that an account filter may match")                                    \
  TABLE(Made, 14, OpShapes, op_shapes, NoId, ShapeFact, , "op",                                    \
        "the `shape` attribute of ops, by dimension")                                              \
  TABLE(Made, 15, OpInputs, op_inputs, NoId, InputFact, , "op",                                    \
        "what feeds an op")                                                                        \
  TABLE(Made, 16, OutputDims, output_dims, NoId, DimFact, , "as output_shapes",                    \
        "the dimensions of all output shapes")                                                     \
  TABLE(Made, 17, OutputShapes, output_shapes, NoId, OutputShapeFact, , "op",                      \
        "the shapes of what ops give")                                                             \
  TABLE(Made, 18, OpAttributes, op_attributes, NoId, AttributeFact, , "op",                        \
        "other attributes of ops")                                                                 \
  TABLE(Plain, 19, RecordedExecs, recorded_execs, NoId, ExecRow, recorded_execs, "",               \
        "totals that a source recorded itself; execs has them with what was added up here")        \
  TABLE(Plain, 20, Snapshots, snapshots, SnapshotId, SnapshotRow, snapshots, "",                   \
        "what one execution of an op held")                                                        \
  TABLE(Plain, 21, Outputs, outputs, OutputId, OutputRow, outputs, "",                             \
        "the outputs of an execution, from its snapshot")                                 \
  TABLE(Plain, 22, Allocations, allocations, NoId, AllocationRow, allocations, "",                 \
        "memory that was allocated or freed")                                                      \
  TABLE(Plain, 23, LanesSeen, lanes_seen, NoId, LaneSeenRow, lanes_seen, "",                       \
        "ops that were listed on a lane, with no execution of their own there")                    \
  TABLE(Plain, 24, Unplaced, unplaced, NoId, UnplacedRow, unplaced, "",                             \
        "executions that no timeline can hold; they still took their time, which counts in totals")\
  TABLE(Made, 25, Events, events, NoId, EventFact, , "track, begin, the longer first",             \
        "executions and moments, each on a track")                                                 \
  TABLE(Plain, 26, Flows, flows, NoId, FlowRow, flows, "",                                          \
        "arrows between events")                                                                   \
  TABLE(Plain, 27, Samples, samples, NoId, SampleRow, samples, "",                                 \
        "how much of a metric a line of code had")                                                 \
  TABLE(Made, 28, Counters, counters, NoId, CounterRow, , "",                                      \
        "the values of metrics over time: one metric, source and device after the other, by time") \
  TABLE(Plain, 29, Buffers, buffers, NoId, BufferRow, buffers, "",                                 \
        "where a compiled program puts what its ops give")                                         \
  TABLE(Plain, 30, Variables, variables, VariableId, VariableRow, variables, "name",               \
        "tensors of checkpoints; their numbers stay there")                                        \
  TABLE(Made, 31, VariableDims, variable_dims, NoId, VariableDimFact, , "variable",                \
        "the dimensions of variables")                                                             \
  TABLE(Plain, 34, KeptExecs, kept_execs, NoId, KeptExecRow, kept_execs, "op, device, step",       \
        "execs of a source whose events were left out")                                            \
  TABLE(Plain, 35, StepParts, step_parts, NoId, StepPartsRow, step_parts, "step",                  \
        "how the events split each step, of a source whose events were left out")                  \
  TABLE(Plain, 36, WorkTimes, work_times, NoId, WorkTimeRow, work_times,                           \
        "name, works_for, launch, device, step",                                                   \
        "work of accelerators, added up, of a source whose events were left out")                  \
  TABLE(Derived, 0, Execs, execs, ExecId, ExecRow, execs().row, "op, step, device",                  \
        "one row per op, step and device: sums over events, snapshots and sources")
// clang-format on

#endif  // PROFILER_STORE_SCHEMA_H_
