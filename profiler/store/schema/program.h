// The program that ran: columns of modules, frames, ops with their lists, buffers and variables.
// schema.h explains the lines.
#ifndef PROFILER_STORE_SCHEMA_PROGRAM_H_
#define PROFILER_STORE_SCHEMA_PROGRAM_H_

// clang-format off

#define PROFILER_MODULE_COLUMNS(COLUMN)                                                            \
  COLUMN(Ref, 3, StringId, name, {}, "", "as recorded")                                            \
  COLUMN(Number, 4, int64_t, program_id, kUnknown, "", "distinguishes two of one name")

#define PROFILER_FRAME_COLUMNS(COLUMN)                                                             \
  COLUMN(Next, 3, FrameId, parent, {}, "", "the frame that called it")                             \
  COLUMN(Ref, 4, StringId, file, {}, "", "the file of the code")                                   \
  COLUMN(Number, 5, int64_t, line, kUnknown, "", "the line in the file")                           \
  COLUMN(Ref, 6, StringId, function, {}, "", "the function's name")                                \
  COLUMN(Number, 7, int64_t, function_start_line, kUnknown, "", "the line the function begins at") \
  COLUMN(Ref, 8, StringId, code, {}, "", "the text of the line")

#define PROFILER_OP_COLUMNS(COLUMN)                                                                \
  COLUMN(Enum, 4, OpKind, kind, OpKind::kGraphNode, "", "what it is an op of")                     \
  COLUMN(Ref, 5, ModuleId, module, {}, "", "the compiled program it is in")                        \
  COLUMN(Next, 3, StringId, name, {}, "", "as recorded")                                           \
  COLUMN(Ref, 6, StringId, type, {}, "", "what it does: MatMul, fusion")                           \
  COLUMN(Number, 7, int64_t, recorded_id, kUnknown, "", "the file's own id of it")                 \
  COLUMN(Apart, 0, OpId, framework_op, {}, "",                                                     \
         "of an HLO instruction or a kernel's op: what the user wrote")                            \
  COLUMN(Next, 8, FrameId, frame, {}, "", "the innermost frame that made it")                      \
  COLUMN(Ref, 9, DeviceId, assigned_device, {}, "", "the device it was placed on")                 \
  COLUMN(Ref, 10, DeviceId, host_device, {}, "", "the host's device that starts it")               \
  COLUMN(Number, 11, int64_t, float_ops, kUnknown, "flop", "of one execution")                     \
  COLUMN(Number, 13, int64_t, bytes_accessed, kUnknown, "B", "of one execution")                   \
  COLUMN(Ref, 14, StringId, category, {}, "", "the recorder's own: \"convolution fusion\"")        \
  COLUMN(Enum, 15, Eager, eager, Eager::kUnknown, "", "whether the user's code called it on its own")\
  COLUMN(Count, 12, uint32_t, run_group, 0, "", "as its sources'")                                 \
  COLUMN(Ref, 16, StringId, scope, {}, "", "the path above it, if its name lacks it")   \
  COLUMN(Ref, 17, StringId, input_shapes, {}, "",                                                  \
         "\"0:4x64,1:64x32\", if no producer has them")                                       \
  COLUMN(Ref, 18, StringId, input_types, {}, "",                                                   \
         "\"0:c10::Half,1:float\": what the elements of its input tensors are, as recorded")

// Lists of ops: a row is an item, grouped by op.

// May refer to a later op.
#define PROFILER_FRAMEWORK_OP_COLUMNS(COLUMN)                                                      \
  COLUMN(MustNext, 3, OpId, op, {}, "", "whose it is")                                             \
  COLUMN(MustNext, 4, OpId, framework_op, {}, "", "what the user wrote")

#define PROFILER_OP_TYPE_COLUMNS(COLUMN)                                                           \
  COLUMN(MustNext, 3, OpId, op, {}, "", "whose it is")                                             \
  COLUMN(Ref, 4, StringId, type, {}, "", "a name that an account filter may match")

#define PROFILER_OP_SHAPE_COLUMNS(COLUMN)                                                          \
  COLUMN(MustNext, 3, OpId, op, {}, "", "whose it is")                                             \
  COLUMN(Number, 4, int64_t, dim, kUnknown, "1",                                                          \
         "a dimension of the `shape` attribute; their product is the parameters")

#define PROFILER_OP_INPUT_COLUMNS(COLUMN)                                                          \
  COLUMN(Small, 4, int32_t, slot, 0, "", "which of the op's inputs")                               \
  COLUMN(MustNext, 5, OpId, producer, {}, "", "the op that feeds it")                              \
  COLUMN(Small, 6, int32_t, output, kOutputUnknown, "", "which output of the producer")            \
  COLUMN(Flag, 7, bool, control, false, "", "it only waits for the producer")
#define PROFILER_OP_OF_ITEM_COLUMNS(COLUMN)                                                        \
  COLUMN(MustNext, 3, OpId, op, {}, "", "whose it is")
#define PROFILER_INPUT_FACT_COLUMNS(COLUMN)                                                        \
  PROFILER_OP_OF_ITEM_COLUMNS(COLUMN)                                                              \
  PROFILER_OP_INPUT_COLUMNS(COLUMN)

#define PROFILER_OUTPUT_DIM_COLUMNS(COLUMN)                                                        \
  COLUMN(Number, 3, int64_t, dim, kUnknown, "1", "the next of the dimensions of outputs")

#define PROFILER_OUTPUT_SHAPE_COLUMNS(COLUMN)                                                      \
  COLUMN(MustNext, 3, OpId, op, {}, "", "whose it is")                                             \
  COLUMN(Small, 4, int32_t, slot, 0, "", "which of the op's outputs")                              \
  COLUMN(Count, 5, uint32_t, count, 0, "1",                                                        \
         "of its dimensions, which are the next so many of output_dims; 0: unknown rank")

#define PROFILER_OP_ATTRIBUTE_COLUMNS(COLUMN)                                                      \
  COLUMN(Ref, 4, StringId, name, {}, "", "the attribute's name")                                   \
  COLUMN(Next, 5, StringId, value, {}, "", "its value's wire bytes")
#define PROFILER_ATTRIBUTE_FACT_COLUMNS(COLUMN)                                                    \
  PROFILER_OP_OF_ITEM_COLUMNS(COLUMN)                                                              \
  PROFILER_OP_ATTRIBUTE_COLUMNS(COLUMN)

#define PROFILER_BUFFER_COLUMNS(COLUMN)                                                            \
  COLUMN(Ref, 3, ModuleId, module, {}, "", "the program it is of")                                 \
  COLUMN(Next, 4, OpId, op, {}, "", "the op that writes it")                                       \
  COLUMN(Enum, 10, BufferKind, kind, BufferKind::kTemporary, "", "what it is for")                 \
  COLUMN(Flag, 11, bool, live_out, false, "", "the program's caller may read it afterwards")       \
  COLUMN(Ref, 12, StringId, shape, {}, "", "its type, dimensions and layout")                      \
  COLUMN(Number, 6, int64_t, offset, kUnknown, "B", "where it lies in its allocation")             \
  COLUMN(Number, 7, int64_t, bytes, kUnknown, "B", "how long it is")                               \
  COLUMN(Number, 13, int64_t, unpadded_bytes, kUnknown, "B", "what of it has values")              \
  COLUMN(Small, 14, int32_t, memory_space, 0, "", "XLA's number of it; 0: the main memory")        \
  COLUMN(Number, 8, int64_t, live_from, kUnknown, "",                                              \
         "when a temporary takes its room, in events of the program's heap")                       \
  COLUMN(Number, 9, int64_t, live_to, kUnknown, "", "when it gives it back")

#define PROFILER_VARIABLE_COLUMNS(COLUMN)                                                          \
  COLUMN(MustRef, 3, SourceId, source, {}, "", "the checkpoint")                                   \
  COLUMN(MustRef, 4, StringId, name, {}, "", "the tensor's name")                                  \
  COLUMN(Ref, 5, StringId, dtype, {}, "", "what its numbers are")                                  \
  COLUMN(Ref, 6, OpId, op, {}, "", "the op of that name")                                          \
  COLUMN(Apart, 0, std::vector<int64_t>, shape, {}, "1", "its dimensions")                         \
  COLUMN(Small, 7, int32_t, shard, -1, "", "the data file it lies in, by number; -1: in parts")    \
  COLUMN(Number, 8, int64_t, offset, kUnknown, "B", "where it lies in the data file")              \
  COLUMN(Number, 9, int64_t, bytes, kUnknown, "B", "how long it is")                               \
  COLUMN(Number, 10, int64_t, crc32c, kUnknown, "", "its checksum, masked")                        \
  COLUMN(Ref, 11, StringId, slices, {}, "",                                                        \
         "the parts, \"start,length\" by dimension; empty: it is whole")

#define PROFILER_VARIABLE_DIM_COLUMNS(COLUMN)                                                      \
  COLUMN(MustNext, 3, VariableId, variable, {}, "", "whose it is")                                 \
  COLUMN(Number, 4, int64_t, dim, kUnknown, "1", "the next of its dimensions")

// clang-format on

#endif  // PROFILER_STORE_SCHEMA_PROGRAM_H_
