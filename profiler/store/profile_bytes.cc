#include "profiler/store/profile_bytes.h"

#include "profiler/base/heap_bytes.h"

namespace profiler {

// In this namespace so that std::vector's overload finds it.
uint64_t HeapBytes(const Events& events) {
  uint64_t bytes = HeapBytes(events.self) + HeapBytes(events.parent);
  const auto add = [&](const auto& column, const auto&) { bytes += HeapBytes(column); };
  EachEventColumn(events, add, add);
  return bytes;
}

// Times are not counted, because series that are sampled together share them.
uint64_t HeapBytes(const Series& series) { return HeapBytes(series.value); }

uint64_t HeapBytes(const VariableRow& variable) { return HeapBytes(variable.shape); }

uint64_t HeapBytes(const Ops& ops) {
  return HeapBytes(ops.row) + HeapBytes(ops.types) + HeapBytes(ops.shape) + HeapBytes(ops.inputs) +
         HeapBytes(ops.output_shapes) + HeapBytes(ops.attributes) + HeapBytes(ops.dims);
}

uint64_t HeapBytes(const TimeAxis& axis) { return HeapBytes(axis.zero) + HeapBytes(axis.is_timed); }

uint64_t HeapBytes(const Profile& profile) {
  // Names all members, so that the compiler rejects a new one that is not handled here.
  const auto& [identity, strings, sources, devices, tracks, events, steps, ops, frames, flows,
               snapshots, allocations, outputs, recorded_execs, lanes_seen, unplaced, metrics,
               samples, series, modules, buffers, variables, tensor_values, kept_execs, step_parts,
               work_times, import_rows, lazy_execs, time_axis] = profile;
  (void)identity;
  (void)tensor_values;  // the values stay in their files
  const auto sum = [](const auto&... tables) { return (HeapBytes(tables) + ...); };
  return sum(strings, sources, devices, tracks, events, steps, ops, frames, flows, snapshots,
             allocations, outputs, recorded_execs, lanes_seen, unplaced, metrics, samples, series,
             modules, buffers, variables, kept_execs, step_parts, work_times, import_rows,
             lazy_execs, time_axis);
}

}  // namespace profiler
