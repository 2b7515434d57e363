// Executions, memory and metrics: columns of executions, memory, events, flows and metrics.
// schema.h explains the lines.
#ifndef PROFILER_STORE_SCHEMA_RUNS_H_
#define PROFILER_STORE_SCHEMA_RUNS_H_

// clang-format off

#define PROFILER_EXEC_COLUMNS(COLUMN)                                                              \
  COLUMN(Wide, 13, Int128, cpu_time, 0, "ps", "summed self time on CPUs")                          \
  COLUMN(Wide, 15, Int128, accelerator_time, 0, "ps", "summed self time on accelerators")          \
  COLUMN(MustNext, 3, OpId, op, {}, "", "what ran")                                                \
  COLUMN(Ref, 4, StepId, step, {}, "", "in which step; none: outside every step")                  \
  COLUMN(Ref, 5, DeviceId, device, {}, "", "where; none: on no known device")                      \
  COLUMN(Derived, 0, Origin, origin, Origin::kDerived, "", "whether it stood in the file")         \
  COLUMN(Number, 6, int64_t, runs, kUnknown, "1", "how often it ran")                              \
  COLUMN(Time, 7, int64_t, first_start, kUnknown, "ps", "when the first run began")                \
  COLUMN(Time, 8, int64_t, last_end, kUnknown, "ps", "when the last run ended")                    \
  COLUMN(Number, 9, int64_t, requested_bytes, kUnknown, "B", "the memory that was asked for")      \
  COLUMN(Number, 10, int64_t, peak_bytes, kUnknown, "B", "the most that was held at a time")       \
  COLUMN(Number, 11, int64_t, residual_bytes, kUnknown, "B", "what was held afterwards")           \
  COLUMN(Number, 12, int64_t, output_bytes, kUnknown, "B", "what its outputs take")

#define PROFILER_SNAPSHOT_COLUMNS(COLUMN)                                                          \
  COLUMN(MustNext, 3, OpId, op, {}, "", "what ran")                                                \
  COLUMN(Ref, 4, StepId, step, {}, "", "in which step")                                            \
  COLUMN(Ref, 5, DeviceId, device, {}, "", "where")                                                \
  COLUMN(Time, 6, int64_t, time, kUnknown, "ps", "when")                                           \
  COLUMN(Number, 7, int64_t, requested_bytes, kUnknown, "B", "the memory that was asked for")      \
  COLUMN(Number, 8, int64_t, peak_bytes, kUnknown, "B", "the most that was held at a time")        \
  COLUMN(Number, 9, int64_t, residual_bytes, kUnknown, "B", "what was held afterwards")            \
  COLUMN(Number, 10, int64_t, output_bytes, kUnknown, "B", "what its outputs take")                \
  COLUMN(Number, 11, int64_t, host_temp_bytes, kUnknown, "B", "of the host, while it ran")         \
  COLUMN(Number, 12, int64_t, host_persistent_bytes, kUnknown, "B", "of the host, to stay")        \
  COLUMN(Number, 13, int64_t, accelerator_temp_bytes, kUnknown, "B",                               \
         "of the accelerator, while it ran")                                                       \
  COLUMN(Number, 14, int64_t, accelerator_persistent_bytes, kUnknown, "B",                         \
         "of the accelerator, to stay")                                                            \
  COLUMN(Number, 15, int64_t, allocator_bytes_in_use, kUnknown, "B",                               \
         "what the allocator held in all")

#define PROFILER_ALLOCATION_COLUMNS(COLUMN)                                                        \
  COLUMN(Next, 3, OpId, op, {}, "", "what asked for it")                                           \
  COLUMN(Ref, 4, StepId, step, {}, "", "in which step")                                            \
  COLUMN(Ref, 5, DeviceId, device, {}, "", "where")                                                \
  COLUMN(Ref, 6, StringId, allocator, {}, "", "its name")                                          \
  COLUMN(Time, 7, int64_t, time, kUnknown, "ps", "when")                                           \
  COLUMN(Bits, 8, uint64_t, address, 0, "", "what was allocated or freed")                         \
  COLUMN(Number, 9, int64_t, delta, 0, "B", "negative: freed")                                     \
  COLUMN(Number, 10, int64_t, total_allocated, kUnknown, "B",                                      \
         "what the allocator said it held behind this one")                                        \
  COLUMN(Number, 11, int64_t, total_reserved, kUnknown, "B",                                       \
         "what the allocator said it had from the device")                                         \
  COLUMN(Ref, 12, SourceId, source, {}, "", "the file that recorded it; none: that of its step")   \
  COLUMN(Number, 13, int64_t, stack, kUnknown, "B", "what of total_allocated is the stack")        \
  COLUMN(Number, 14, int64_t, available, kUnknown, "B", "what it could still hand out")            \
  COLUMN(Number, 15, int64_t, fragmentation, kUnknown, "",                                         \
         "billionths of what is available that lie outside its largest piece")                     \
  COLUMN(Flag, 16, bool, held_before, false, "",                                                   \
         "it was held when the recording began: its time is that, and total_allocated includes it") \
  COLUMN(Number, 17, int64_t, split, kUnknown, "B",                                                \
         "what of `available` lies beside allocated pieces: it cannot go back to the device")       \
  COLUMN(Ref, 18, StringId, region, {}, "", "what it is for, as recorded: \"temp\", \"buffer\"")      \
  COLUMN(Ref, 19, StringId, data_type, {}, "", "what its elements are, as recorded")               \
  COLUMN(Ref, 20, StringId, shape, {}, "", "the dimensions of what lies there, as recorded")         \
  COLUMN(Number, 21, int64_t, refused, kUnknown, "B",                                              \
         "what was asked for and could not be had: out of memory")                                 \
  COLUMN(Number, 22, int64_t, device_free, kUnknown, "B",                                          \
         "what the device had free when it was refused")

#define PROFILER_OUTPUT_COLUMNS(COLUMN)                                                            \
  COLUMN(MustNext, 3, SnapshotId, snapshot, {}, "", "of which execution")                          \
  COLUMN(Small, 4, int32_t, slot, 0, "", "which of its outputs")                                   \
  COLUMN(Number, 5, int64_t, bytes, kUnknown, "B", "how long it is")                               \
  COLUMN(Bits, 6, uint64_t, address, 0, "", "where it lies")

#define PROFILER_LANE_SEEN_COLUMNS(COLUMN)                                                         \
  COLUMN(Next, 3, OpId, op, {}, "", "what was listed")                                             \
  COLUMN(Ref, 4, StepId, step, {}, "", "in which step")                                            \
  COLUMN(MustRef, 5, TrackId, track, {}, "", "on which lane")

#define PROFILER_UNPLACED_COLUMNS(COLUMN)                                                          \
  COLUMN(MustNext, 3, OpId, op, {}, "", "what ran")                                                \
  COLUMN(Ref, 4, StepId, step, {}, "", "in which step")                                            \
  COLUMN(MustRef, 5, TrackId, track, {}, "", "where")                                              \
  COLUMN(Number, 6, int64_t, begin, 0, "", "as recorded, in the unit of the source's resolution")  \
  COLUMN(Number, 7, int64_t, duration, 0, "", "as recorded, in the same unit")                     \
  COLUMN(Enum, 8, UnplacedReason, reason, UnplacedReason::kZeroStart, "", "why no track holds it")

#define PROFILER_EVENT_COLUMNS_OF_ALL(COLUMN)                                                      \
  COLUMN(Time, 4, int64_t, begin, 0, "ps", "when it began")                                        \
  COLUMN(Span, 5, int64_t, duration, 0, "ps", "how long it took")                                  \
  COLUMN(Ref, 6, OpId, op, {}, "", "what ran")                                                     \
  COLUMN(Ref, 7, StepId, step, {}, "", "in which step")
// Optional columns, which take no memory on a track where no event has a value.
#define PROFILER_EVENT_COLUMNS_OF_SOME(COLUMN)                                                     \
  COLUMN(Ref, 8, StringId, label, {}, "", "where it is not the op's name")                         \
  COLUMN(Enum, 9, EventKind, kind, EventKind::kSlice, "", "whether it takes time at all")          \
  COLUMN(Offset, 10, uint64_t, args, UINT64_MAX, "B",                                              \
         "where its raw arguments lie in the source; the bytes are not kept")                      \
  COLUMN(Ref, 11, StringId, detail, {}, "", "how a kernel was launched, what a copy moved")        \
  COLUMN(Flag, 12, bool, step_by_time, false, "",                                                  \
         "nothing links it to its step but the time at which it ran")
#define PROFILER_EVENT_COLUMNS(COLUMN)                                                             \
  PROFILER_EVENT_COLUMNS_OF_ALL(COLUMN)                                                            \
  PROFILER_EVENT_COLUMNS_OF_SOME(COLUMN)
#define PROFILER_EVENT_DERIVED_COLUMNS(COLUMN)                                                     \
  COLUMN(Derived, 0, int64_t, self, 0, "ps",                                                       \
         "the duration without what is nested below, or runs in it on a TPU core; else all of it") \
  COLUMN(Derived, 0, uint32_t, parent, UINT32_MAX, "", "the row of the event it lies in, if any")
#define PROFILER_EVENT_PLACE_COLUMNS(COLUMN)                                                       \
  COLUMN(MustNext, 3, TrackId, track, {}, "", "on which track")                                    \
  COLUMN(Count, 13, uint32_t, nesting, kNestedByTime, "",                                          \
         "0: its time decides which event holds it, as for all of its track; 1: none; n + 1:"\
         " in the event n rows before")
#define PROFILER_EVENT_FACT_COLUMNS(COLUMN)                                                        \
  PROFILER_EVENT_PLACE_COLUMNS(COLUMN)                                                             \
  PROFILER_EVENT_COLUMNS(COLUMN)

#define PROFILER_FLOW_COLUMNS(COLUMN)                                                              \
  COLUMN(Event, 3, EventId, from, {}, "", "the event it starts at: its track, its row there")      \
  COLUMN(Event, 5, EventId, to, {}, "", "the event it leads to")                                   \
  COLUMN(Enum, 7, FlowKind, kind, FlowKind::kLaunch, "", "what links them")

#define PROFILER_METRIC_COLUMNS(COLUMN)                                                            \
  COLUMN(Ref, 3, StringId, name, {}, "", "as recorded")                                            \
  COLUMN(Ref, 4, StringId, unit, {}, "", "of its values")                                          \
  COLUMN(Ref, 5, StringId, kind, {}, "", "what it is a metric of: \"cpu\", \"network\"")           \
  COLUMN(Ref, 6, StringId, dimension, {}, "", "what is measured, where `name` says of which part") \
  COLUMN(Flag, 7, bool, is_default, false, "",                                                     \
         "of the metrics of stack samples: the one to show if none is chosen")

#define PROFILER_SAMPLE_COLUMNS(COLUMN)                                                            \
  COLUMN(Next, 3, FrameId, frame, {}, "", "the innermost frame")                                   \
  COLUMN(MustRef, 4, MetricId, metric, {}, "", "what was counted")                                 \
  COLUMN(Number, 5, int64_t, value, 0, "", "in the unit of the metric")

#define PROFILER_COUNTER_COLUMNS(COLUMN)                                                           \
  COLUMN(MustRef, 3, MetricId, metric, {}, "", "what was measured")                                \
  COLUMN(MustRef, 4, SourceId, source, {}, "", "the file that recorded it")                        \
  COLUMN(Ref, 5, DeviceId, device, {}, "", "where; none: on the host")                             \
  COLUMN(Time, 6, int64_t, time, 0, "ps", "when")                                                  \
  COLUMN(Real, 7, double, value, 0, "", "in the unit of the metric")

// clang-format on

#endif  // PROFILER_STORE_SCHEMA_RUNS_H_
