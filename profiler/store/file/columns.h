// Which column holds which member of which row, once for writing and for reading: what was there
// to run, and where. columns_of_runs.h has what ran.
//
// `cells` takes or gives the values of one row (export/store/store_chunk.h, readers/store/store_chunk.h). The
// bindings name all members of a row, so that none can be added and forgotten here.
#ifndef PROFILER_STORE_FILE_COLUMNS_H_
#define PROFILER_STORE_FILE_COLUMNS_H_

#include "profiler/store/tables.h"

namespace profiler::store_file {

// An invalid id is damage in a column that needs one.
enum class Need : uint8_t { kMayLack, kMust };

// What a source's times mean on the profile's axis (store/time_axis.h). A store of a part has that
// of the whole.
enum class OnAxis : uint8_t { kUntold, kUntimed, kTimed };
struct SourceFact {
  SourceRow source;
  OnAxis on_axis = OnAxis::kUntold;
  Int128 time_zero = 0, profile_start = 0;
};

// Rows of what is no table of its own in the store.
struct ImportFact {
  StringId path, problem;
  int64_t count = 0, first_offset = kUnknown;
  StringId first_detail;
};
struct FrameworkOpFact {
  OpId op, framework_op;
};
struct TypeFact {
  OpId op;
  StringId type;
};
struct ShapeFact {
  OpId op;
  int64_t dim = 0;
};
struct InputFact {
  OpId op;
  OpInput input;
};
struct OutputShapeFact {
  OpId op;
  int32_t slot = 0;
  uint32_t count = 0;
};
struct DimFact {
  int64_t dim = 0;
};
struct AttributeFact {
  OpId op;
  OpAttribute attribute;
};

template <typename Cells>
void Columns(Cells& cells, SourceFact& fact) {
  auto& [row, on_axis, time_zero, profile_start] = fact;
  auto& [path, format, run, host, role, rank, epoch_ns, resolution_ps, clock_offset_ps,
         clock_offset_found_by, has_code_traces, misses_accelerator_stream, run_group, world_size] =
      row;
  cells.Ref(3, path);
  cells.Ref(4, format);
  cells.Ref(5, run);
  cells.Ref(6, host);
  cells.Ref(7, role);
  cells.Number(8, rank);
  cells.Number(9, epoch_ns);
  cells.Number(10, resolution_ps);
  cells.Number(11, clock_offset_ps);
  cells.Ref(12, clock_offset_found_by);
  cells.Flag(13, has_code_traces);
  cells.Flag(14, misses_accelerator_stream);
  cells.Count(15, run_group);
  cells.Wide(16, time_zero);
  cells.Wide(18, profile_start);
  cells.Enum(20, on_axis, OnAxis::kTimed);
  cells.Number(21, world_size);
}

template <typename Cells>
void Columns(Cells& cells, ImportFact& row) {
  auto& [path, problem, count, first_offset, first_detail] = row;
  cells.Ref(3, path);
  cells.Ref(4, problem, Need::kMust);
  cells.Number(5, count);
  cells.Number(6, first_offset);
  cells.Ref(7, first_detail);
}

template <typename Cells>
void Columns(Cells& cells, DeviceRow& row) {
  auto& [name, canonical_name, kind, ordinal, host, memory_bytes, peak_flops, memory_rate, vendor,
         model, compute_capability, core_count, clock_khz] = row;
  cells.Ref(3, name);
  cells.Ref(4, canonical_name);
  cells.Enum(5, kind, DeviceKind::kSparseCore);
  cells.Number(6, ordinal);
  cells.Ref(7, host);
  cells.Number(8, memory_bytes);
  cells.Number(9, peak_flops);
  cells.Number(10, memory_rate);
  cells.Ref(11, vendor);
  cells.Ref(12, model);
  cells.Ref(13, compute_capability);
  cells.Number(14, core_count);
  cells.Number(15, clock_khz);
}

template <typename Cells>
void Columns(Cells& cells, TrackRow& row) {
  auto& [source, device, kind, role, name, sort_key] = row;
  cells.Ref(3, source, Need::kMust);
  cells.Ref(4, device);
  cells.Enum(5, kind, TrackKind::kMarker);
  cells.Enum(6, role, TrackRole::kAsync);
  cells.Ref(7, name);
  cells.Number(8, sort_key);
}

template <typename Cells>
void Columns(Cells& cells, StepRow& row) {
  auto& [source, number, listed, name, begin, end, found_by, partial, counts_as,
         confidence_percent] = row;
  cells.Ref(3, source, Need::kMust);
  cells.Number(4, number);
  cells.Flag(5, listed);
  cells.Ref(6, name);
  cells.Time(7, begin);
  cells.Time(8, end);
  cells.Enum(9, found_by, StepFoundBy::kWhole);
  cells.Flag(10, partial);
  cells.Ref(11, counts_as);
  cells.Number(12, confidence_percent);
}

template <typename Cells>
void Columns(Cells& cells, MetricRow& row) {
  auto& [name, unit, kind, dimension] = row;
  cells.Ref(3, name);
  cells.Ref(4, unit);
  cells.Ref(5, kind);
  cells.Ref(6, dimension);
}

template <typename Cells>
void Columns(Cells& cells, ModuleRow& row) {
  auto& [name, program_id] = row;
  cells.Ref(3, name);
  cells.Number(4, program_id);
}

template <typename Cells>
void Columns(Cells& cells, FrameRow& row) {
  auto& [parent, file, line, function, function_start_line, code] = row;
  cells.Next(3, parent);
  cells.Ref(4, file);
  cells.Number(5, line);
  cells.Ref(6, function);
  cells.Number(7, function_start_line);
  cells.Ref(8, code);
}

// What the op belongs to may stand behind it: FrameworkOpFact has it.
template <typename Cells>
void Columns(Cells& cells, OpRow& row) {
  auto& [kind, module, name, type, recorded_id, framework_op, frame, assigned_device, host_device,
         float_ops, bytes_accessed, category, eager, run_group, scope, input_shapes] = row;
  static_cast<void>(framework_op);
  cells.Next(3, name);
  cells.Enum(4, kind, OpKind::kRuntime);
  cells.Ref(5, module);
  cells.Ref(6, type);
  cells.Number(7, recorded_id);
  cells.Next(8, frame);
  cells.Ref(9, assigned_device);
  cells.Ref(10, host_device);
  cells.Number(11, float_ops);
  cells.Count(12, run_group);
  cells.Number(13, bytes_accessed);
  cells.Ref(14, category);
  cells.Enum(15, eager, Eager::kYes);
  cells.Ref(16, scope);
  cells.Ref(17, input_shapes);
}

template <typename Cells>
void Columns(Cells& cells, FrameworkOpFact& row) {
  auto& [op, framework_op] = row;
  cells.Next(3, op, Need::kMust);
  cells.Next(4, framework_op, Need::kMust);
}

template <typename Cells>
void Columns(Cells& cells, TypeFact& row) {
  auto& [op, type] = row;
  cells.Next(3, op, Need::kMust);
  cells.Ref(4, type);
}

template <typename Cells>
void Columns(Cells& cells, ShapeFact& row) {
  auto& [op, dim] = row;
  cells.Next(3, op, Need::kMust);
  cells.Number(4, dim);
}

template <typename Cells>
void Columns(Cells& cells, InputFact& row) {
  auto& [op, input] = row;
  auto& [slot, producer, output, control] = input;
  cells.Next(3, op, Need::kMust);
  cells.Small(4, slot);
  cells.Next(5, producer, Need::kMust);
  cells.Small(6, output);
  cells.Flag(7, control);
}

template <typename Cells>
void Columns(Cells& cells, DimFact& row) {
  auto& [dim] = row;
  cells.Number(3, dim);
}

template <typename Cells>
void Columns(Cells& cells, OutputShapeFact& row) {
  auto& [op, slot, count] = row;
  cells.Next(3, op, Need::kMust);
  cells.Small(4, slot);
  cells.Count(5, count);
}

template <typename Cells>
void Columns(Cells& cells, AttributeFact& row) {
  auto& [op, attribute] = row;
  auto& [name, value] = attribute;
  cells.Next(3, op, Need::kMust);
  cells.Ref(4, name);
  cells.Next(5, value);
}

}  // namespace profiler::store_file

#endif  // PROFILER_STORE_FILE_COLUMNS_H_
