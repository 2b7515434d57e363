// The columns of what ran: see columns.h.
#ifndef PROFILER_STORE_FILE_COLUMNS_OF_RUNS_H_
#define PROFILER_STORE_FILE_COLUMNS_OF_RUNS_H_

#include "profiler/store/builder.h"
#include "profiler/store/file/columns.h"

namespace profiler::store_file {

using VariableId = Id<struct VariableTable>;

// In which event of its track one lies, as it is told where times cannot tell.
inline constexpr uint32_t kNestedByTime = 0;  // and so are all of the track
inline constexpr uint32_t kNestedInNone = 1;  // n + 1: in the event n rows before

struct EventFact {
  TrackId track;
  EventRow event;
  uint32_t nesting = kNestedByTime;
};
struct VariableDimFact {
  VariableId variable;
  int64_t dim = 0;
};

// As recorded: the rest of the row is derived.
template <typename Cells>
void Columns(Cells& cells, ExecRow& row) {
  auto& [cpu_time, accelerator_time, op, step, device, origin, runs, first_start, last_end,
         requested_bytes, peak_bytes, residual_bytes, output_bytes] = row;
  static_cast<void>(origin);
  cells.Next(3, op, Need::kMust);
  cells.Ref(4, step);
  cells.Ref(5, device);
  cells.Number(6, runs);
  cells.Time(7, first_start);
  cells.Time(8, last_end);
  cells.Number(9, requested_bytes);
  cells.Number(10, peak_bytes);
  cells.Number(11, residual_bytes);
  cells.Number(12, output_bytes);
  cells.Wide(13, cpu_time);
  cells.Wide(15, accelerator_time);
}

template <typename Cells>
void Columns(Cells& cells, SnapshotRow& row) {
  auto& [op, step, device, time, requested_bytes, peak_bytes, residual_bytes, output_bytes,
         host_temp_bytes, host_persistent_bytes, accelerator_temp_bytes,
         accelerator_persistent_bytes, allocator_bytes_in_use] = row;
  cells.Next(3, op, Need::kMust);
  cells.Ref(4, step);
  cells.Ref(5, device);
  cells.Time(6, time);
  cells.Number(7, requested_bytes);
  cells.Number(8, peak_bytes);
  cells.Number(9, residual_bytes);
  cells.Number(10, output_bytes);
  cells.Number(11, host_temp_bytes);
  cells.Number(12, host_persistent_bytes);
  cells.Number(13, accelerator_temp_bytes);
  cells.Number(14, accelerator_persistent_bytes);
  cells.Number(15, allocator_bytes_in_use);
}

template <typename Cells>
void Columns(Cells& cells, OutputRow& row) {
  auto& [snapshot, slot, bytes, address] = row;
  cells.Next(3, snapshot, Need::kMust);
  cells.Small(4, slot);
  cells.Number(5, bytes);
  cells.Bits(6, address);
}

template <typename Cells>
void Columns(Cells& cells, AllocationRow& row) {
  auto& [op, step, device, allocator, time, address, delta, total_allocated, total_reserved,
         source] = row;
  cells.Next(3, op);
  cells.Ref(4, step);
  cells.Ref(5, device);
  cells.Ref(6, allocator);
  cells.Time(7, time);
  cells.Bits(8, address);
  cells.Number(9, delta);
  cells.Number(10, total_allocated);
  cells.Number(11, total_reserved);
  cells.Ref(12, source);
}

template <typename Cells>
void Columns(Cells& cells, LaneSeenRow& row) {
  auto& [op, step, track] = row;
  cells.Next(3, op);
  cells.Ref(4, step);
  cells.Ref(5, track, Need::kMust);
}

template <typename Cells>
void Columns(Cells& cells, UnplacedRow& row) {
  auto& [op, step, track, begin, duration, reason] = row;
  cells.Next(3, op, Need::kMust);
  cells.Ref(4, step);
  cells.Ref(5, track, Need::kMust);
  cells.Number(6, begin);
  cells.Number(7, duration);
  cells.Enum(8, reason, UnplacedReason::kOutOfRange);
}

template <typename Cells>
void Columns(Cells& cells, EventFact& row) {
  auto& [track, event, nesting] = row;
  auto& [begin, duration, op, step, label, kind, args, detail, step_by_time] = event;
  cells.Next(3, track, Need::kMust);
  cells.Time(4, begin);
  cells.Span(5, duration);
  cells.Ref(6, op);
  cells.Ref(7, step);
  cells.Ref(8, label);
  cells.Enum(9, kind, EventKind::kInstant);
  cells.Offset(10, args);
  cells.Ref(11, detail);
  cells.Flag(12, step_by_time);
  cells.Count(13, nesting);
}

template <typename Cells>
void Columns(Cells& cells, FlowRow& row) {
  auto& [from, to, kind] = row;
  cells.Next(3, from.track, Need::kMust);
  cells.Count(4, from.row);
  cells.Next(5, to.track, Need::kMust);
  cells.Count(6, to.row);
  cells.Enum(7, kind, FlowKind::kAsync);
}

template <typename Cells>
void Columns(Cells& cells, SampleRow& row) {
  auto& [frame, metric, value] = row;
  cells.Next(3, frame);
  cells.Ref(4, metric, Need::kMust);
  cells.Number(5, value);
}

template <typename Cells>
void Columns(Cells& cells, CounterRow& row) {
  auto& [metric, source, device, time, value] = row;
  cells.Ref(3, metric, Need::kMust);
  cells.Ref(4, source, Need::kMust);
  cells.Ref(5, device);
  cells.Time(6, time);
  cells.Real(7, value);
}

template <typename Cells>
void Columns(Cells& cells, BufferRow& row) {
  auto& [module, op, kind, offset, bytes, live_from, live_to] = row;
  cells.Ref(3, module);
  cells.Next(4, op);
  cells.Ref(5, kind);
  cells.Number(6, offset);
  cells.Number(7, bytes);
  cells.Number(8, live_from);
  cells.Number(9, live_to);
}

// The shape is in rows of its own: VariableDimFact.
template <typename Cells>
void Columns(Cells& cells, VariableRow& row) {
  auto& [source, name, dtype, op, shape, shard, offset, bytes, crc32c, slices] = row;
  static_cast<void>(shape);
  cells.Ref(3, source, Need::kMust);
  cells.Ref(4, name, Need::kMust);
  cells.Ref(5, dtype);
  cells.Ref(6, op);
  cells.Small(7, shard);
  cells.Number(8, offset);
  cells.Number(9, bytes);
  cells.Number(10, crc32c);
  cells.Ref(11, slices);
}

template <typename Cells>
void Columns(Cells& cells, VariableDimFact& row) {
  auto& [variable, dim] = row;
  cells.Next(3, variable, Need::kMust);
  cells.Number(4, dim);
}

}  // namespace profiler::store_file

#endif  // PROFILER_STORE_FILE_COLUMNS_OF_RUNS_H_
