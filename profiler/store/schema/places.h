// Where and when something ran: columns of sources, devices, tracks and steps. schema.h explains
// the lines.
#ifndef PROFILER_STORE_SCHEMA_PLACES_H_
#define PROFILER_STORE_SCHEMA_PLACES_H_

// clang-format off

#define PROFILER_SOURCE_ORIGIN_COLUMNS(COLUMN)                                                     \
  COLUMN(Ref, 3, StringId, path, {}, "", "the file, as it was named")                              \
  COLUMN(Ref, 4, StringId, format, {}, "", "the format it was read as")                            \
  COLUMN(Ref, 5, StringId, run, {}, "", "the run that was named for it")                           \
  COLUMN(Ref, 6, StringId, host, {}, "", "the host that recorded it")                              \
  COLUMN(Ref, 7, StringId, role, {}, "", "what its process does in the job")                       \
  COLUMN(Number, 8, int64_t, rank, kUnknown, "", "its process in the job")                         \
  COLUMN(Number, 9, int64_t, epoch_ns, kUnknown, "ns",                                             \
         "wall clock at this source's time zero, since 1970")                                      \
  COLUMN(Number, 10, int64_t, resolution_ps, kUnknown, "ps", "the resolution of its times")   \
  COLUMN(Number, 11, int64_t, clock_offset_ps, 0, "ps",                                            \
         "added to this source's times to compare them with another's")                            \
  COLUMN(Ref, 12, StringId, clock_offset_found_by, {}, "", "how that offset was found")            \
  COLUMN(Flag, 13, bool, has_code_traces, false, "", "the file has the code that made its ops")  \
  COLUMN(Flag, 14, bool, misses_accelerator_stream, false, "",                                     \
         "an accelerator was used, and its times were not recorded")                               \
  COLUMN(Count, 15, uint32_t, run_group, 0, "",                                                    \
         "which of the profile's runs it is of: 0 in all but merged profiles")                     \
  COLUMN(Number, 21, int64_t, world_size, kUnknown, "1", "how many ranks the job has")             \
  COLUMN(Flag, 29, bool, without_events, false, "",                                                \
         "its events were left out when it was written (events=none); times of its ops are rounded")\
  COLUMN(Number, 30, int64_t, autograd_nodes, kUnknown, "1",                                       \
         "how many nodes its forward ops added to graphs of gradients; unknown: gradients were off")

// The capabilities of a source: the questions that its facts can answer, whatever its format. A
// reader sets the columns that are true for its format (Format::capabilities).
#define PROFILER_CAPABILITY_COLUMNS(COLUMN)                                                        \
  COLUMN(Enum, 22, TfprofRules, tfprof_rules, TfprofRules::kNotRead, "",                           \
         "whether tfprof reads it, and whether its rules on what counts were applied")             \
  COLUMN(Enum, 23, Recorder, recorder, Recorder::kOther, "",                                       \
         "the kind of program that recorded it, which decides how to record more")                   \
  COLUMN(Flag, 24, bool, records_phases, false, "",                                                \
         "its events are phases of steps, such as loading data, and not ops")                      \
  COLUMN(Flag, 25, bool, is_of_one_process, false, "",                                             \
         "it is of one process: an accelerator that is idle here may work for another")            \
  COLUMN(Flag, 26, bool, host_ops_may_launch, false, "",                                           \
         "an op on a host may only launch an accelerator's work: its device is no placement")      \
  COLUMN(Flag, 27, bool, has_kineto_names, false, "",                                              \
         "if Kineto recorded it, types of ops and names of tracks are Kineto's categories")       \
  COLUMN(Flag, 28, bool, is_beside_profile, false, "",                                             \
         "metrics beside a profile, which do not change how it is counted")

#define PROFILER_SOURCE_COLUMNS(COLUMN)                                                            \
  PROFILER_SOURCE_ORIGIN_COLUMNS(COLUMN)                                                           \
  PROFILER_CAPABILITY_COLUMNS(COLUMN)

// The position of the source's times on the axis that all sources share. A window of a profile
// keeps the values of the whole profile.
#define PROFILER_ON_AXIS_COLUMNS(COLUMN)                                                           \
  COLUMN(Enum, 20, OnAxis, on_axis, OnAxis::kUntold, "", "whether anything of it has a time there")\
  COLUMN(Wide, 16, Int128, time_zero, 0, "ps", "its time zero on the axis")                        \
  COLUMN(Wide, 18, Int128, profile_start, 0, "ps", "where the profile starts: the same in all rows")

#define PROFILER_SOURCE_FACT_COLUMNS(COLUMN)                                                       \
  PROFILER_SOURCE_COLUMNS(COLUMN)                                                                  \
  PROFILER_ON_AXIS_COLUMNS(COLUMN)

#define PROFILER_IMPORT_COLUMNS(COLUMN)                                                            \
  COLUMN(Ref, 3, StringId, path, {}, "", "the file in which it was met")                           \
  COLUMN(MustRef, 4, StringId, problem, {}, "", "its id (profiler/readers/common/import_report.h)")       \
  COLUMN(Derived, 0, StringId, sentence, {}, "", "what it is, in a sentence")                      \
  COLUMN(Derived, 0, ImportSeverity, severity, ImportSeverity::kInfo, "", "how bad it is")         \
  COLUMN(Number, 5, int64_t, count, 0, "1", "how often it was met")                                \
  COLUMN(Number, 6, int64_t, first_offset, kUnknown, "B", "where it occurs first in the file")    \
  COLUMN(Ref, 7, StringId, first_detail, {}, "", "what it was there, by name")

#define PROFILER_DEVICE_COLUMNS(COLUMN)                                                            \
  COLUMN(Ref, 3, StringId, name, {}, "", "as recorded")                                            \
  COLUMN(Ref, 4, StringId, canonical_name, {}, "",                                                 \
         "/job:J/replica:R/task:T/device:kind:ordinal where it is known")                          \
  COLUMN(Enum, 5, DeviceKind, kind, DeviceKind::kOther, "", "what it is")                          \
  COLUMN(Number, 6, int64_t, ordinal, kUnknown, "", "which of its kind in the host")               \
  COLUMN(Ref, 7, StringId, host, {}, "", "the host it is in")                                      \
  COLUMN(Number, 8, int64_t, memory_bytes, kUnknown, "B", "the memory it has")                     \
  COLUMN(Number, 9, int64_t, peak_flops_per_second, kUnknown, "flop/s", "what it can do at most")  \
  COLUMN(Number, 10, int64_t, memory_bytes_per_second, kUnknown, "B/s",                            \
         "what its memory moves at most")                                                          \
  COLUMN(Ref, 11, StringId, vendor, {}, "", "who makes it")                                        \
  COLUMN(Ref, 12, StringId, model, {}, "", "what it is sold as")                                   \
  COLUMN(Ref, 13, StringId, compute_capability, {}, "", "of a GPU: \"9.0\"")                       \
  COLUMN(Number, 14, int64_t, core_count, kUnknown, "1", "its cores or multiprocessors")           \
  COLUMN(Number, 15, int64_t, clock_khz, kUnknown, "kHz", "the clock it runs at")

#define PROFILER_TRACK_COLUMNS(COLUMN)                                                             \
  COLUMN(MustRef, 3, SourceId, source, {}, "", "the file that recorded it")                        \
  COLUMN(Ref, 4, DeviceId, device, {}, "", "what it runs on")                                      \
  COLUMN(Enum, 5, TrackKind, kind, TrackKind::kThread, "", "whether its events nest, and of what") \
  COLUMN(Enum, 6, TrackRole, role, TrackRole::kExec, "", "whether its events are summed")          \
  COLUMN(Ref, 7, StringId, name, {}, "", "as recorded")                                            \
  COLUMN(Number, 8, int64_t, sort_key, 0, "", "where it is shown among others")

#define PROFILER_STEP_COLUMNS(COLUMN)                                                              \
  COLUMN(MustRef, 3, SourceId, source, {}, "", "the file that recorded it")                        \
  COLUMN(Number, 4, int64_t, number, kUnknown, "", "the framework's own")                          \
  COLUMN(Flag, 5, bool, listed, false, "", "by the source, not only named by an execution")        \
  COLUMN(Ref, 6, StringId, name, {}, "", "as recorded")                                            \
  COLUMN(Time, 7, int64_t, begin, kUnknown, "ps", "when it began")                                 \
  COLUMN(Time, 8, int64_t, end, kUnknown, "ps", "when it ended")                                   \
  COLUMN(Enum, 9, StepFoundBy, found_by, StepFoundBy::kRecorded, "", "how it was found")           \
  COLUMN(Flag, 10, bool, partial, false, "", "a part of it was not recorded")                      \
  COLUMN(Ref, 11, StepId, counts_as, {}, "",                                                       \
         "the step of another source of the run that this one is another view of; means count both"\
         " once")                                                                                  \
  COLUMN(Number, 12, int64_t, confidence_percent, kUnknown, "%",                                   \
         "of an inferred step: the part of its thread's time that repeats")                        \
  COLUMN(Number, 13, int64_t, mark, kUnknown, "ps",                                                \
         "how long the mark around the step lasted; the work that it launched may last longer")

// clang-format on

#endif  // PROFILER_STORE_SCHEMA_PLACES_H_
