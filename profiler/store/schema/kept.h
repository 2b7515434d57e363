// What a store without events (-output store:events=none) keeps of them: columns of kept_execs,
// step_parts and work_times. schema.h explains the lines.
#ifndef PROFILER_STORE_SCHEMA_KEPT_H_
#define PROFILER_STORE_SCHEMA_KEPT_H_

// clang-format off

#define PROFILER_KEPT_EXEC_COLUMNS(COLUMN)                                                         \
  COLUMN(Rounded, 7, Int128, cpu_time, 0, "ps", "summed self time on CPUs, to 0.1 %")              \
  COLUMN(Rounded, 8, Int128, accelerator_time, 0, "ps", "summed self time on accelerators, to 0.1 %")\
  COLUMN(MustNext, 3, OpId, op, {}, "", "what ran")                                                \
  COLUMN(Ref, 4, StepId, step, {}, "", "in which step; none: outside every step")                  \
  COLUMN(Ref, 5, DeviceId, device, {}, "", "where; none: on no known device")                      \
  COLUMN(Number, 6, int64_t, runs, kUnknown, "1", "how often it ran")                              \
  COLUMN(Number, 9, int64_t, requested_bytes, kUnknown, "B", "the memory that was asked for")      \
  COLUMN(Number, 10, int64_t, peak_bytes, kUnknown, "B", "the most that was held at a time")       \
  COLUMN(Number, 11, int64_t, residual_bytes, kUnknown, "B", "what was held afterwards")           \
  COLUMN(Number, 12, int64_t, output_bytes, kUnknown, "B", "what its outputs take")

#define PROFILER_STEP_PARTS_COLUMNS(COLUMN)                                                        \
  COLUMN(MustNext, 3, StepId, step, {}, "",                                                        \
         "the step; what no part has is `other`, so that the parts add up to the step")            \
  COLUMN(Span, 4, int64_t, compile, 0, "ps", "compiling")                                          \
  COLUMN(Span, 5, int64_t, output, 0, "ps", "copies from devices to hosts, outfeed")               \
  COLUMN(Span, 6, int64_t, input, 0, "ps", "waiting for input, infeed")                            \
  COLUMN(Span, 7, int64_t, host_compute, 0, "ps", "other work of hosts")                           \
  COLUMN(Span, 8, int64_t, host_to_device, 0, "ps", "copies from hosts to devices")                \
  COLUMN(Span, 9, int64_t, kernel_launch, 0, "ps", "hosts start work of devices")                  \
  COLUMN(Span, 10, int64_t, device_compute_16, 0, "ps", "devices compute with 16-bit floats")      \
  COLUMN(Span, 11, int64_t, device_compute_32, 0, "ps", "devices compute otherwise")               \
  COLUMN(Span, 12, int64_t, device_to_device, 0, "ps", "copies on and between devices")            \
  COLUMN(Span, 13, int64_t, collectives, 0, "ps", "collectives of devices or hosts")               \
  COLUMN(Span, 14, int64_t, waits, 0, "ps", "the part of `other` in which hosts wait for devices") \
  COLUMN(Span, 15, int64_t, elsewhere, 0, "ps",                                                    \
         "the part of `other` in which hosts work, and perhaps for another step")                  \
  COLUMN(Span, 16, int64_t, input_code, 0, "ps",                                                   \
         "the part of `host_compute` in which only Python runs that makes input")                  \
  COLUMN(Number, 17, int64_t, device_span, kUnknown, "ps",                                         \
         "from the first begin to the last end of work on an accelerator; of several the longest") \
  COLUMN(Number, 18, int64_t, infeed_least, kUnknown, "1e-9",                                      \
         "on TPUs: the least share of time that a core waits for input")                           \
  COLUMN(Number, 19, int64_t, infeed_most, kUnknown, "1e-9",                                       \
         "on TPUs: the greatest share of time that a core waits for input")

#define PROFILER_WORK_TIME_COLUMNS(COLUMN)                                                         \
  COLUMN(Rounded, 7, Int128, time, 0, "ps", "summed time, to 0.1 %")                               \
  COLUMN(Ref, 3, StringId, name, {}, "", "the kernel, copy or memset")                             \
  COLUMN(Ref, 4, StepId, step, {}, "", "in which step; none: outside every step")                  \
  COLUMN(Ref, 5, DeviceId, device, {}, "", "where; none: on no known device")                      \
  COLUMN(Number, 6, int64_t, runs, 0, "1", "how often it ran")                                     \
  COLUMN(Ref, 8, StringId, works_for, {}, "", "the name of the framework op that it works for")    \
  COLUMN(Ref, 9, StringId, launch, {}, "",                                                         \
         "how it was launched, as in an event's detail; none: not recorded, or a copy")

// clang-format on

#endif  // PROFILER_STORE_SCHEMA_KEPT_H_
