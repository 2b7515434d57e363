#include "profiler/store/transform/to_builder.h"

#include <vector>

#include "profiler/store/facts.h"

namespace profiler {
namespace {

void AddLists(const Ops& all, ProfileBuilder& builder) {
  // Names all members, here and below, so that the compiler rejects a new one that is not handled.
  const auto& [row, types, shape, inputs, output_shapes, attributes, dims] = all;
  for (uint32_t i = 0; i < row.size(); ++i) {
    const OpId op(i);
    for (const StringId type : types[op]) builder.AddType(op, type);
    for (const int64_t dim : shape[op]) builder.AddShapeDim(op, dim);
    for (const OpInput& input : inputs[op]) builder.AddInput(op, input);
    for (const OpAttribute& attribute : attributes[op]) builder.AddAttribute(op, attribute);
    for (const OpOutputShape& output : output_shapes[op]) {
      const auto first = dims.begin() + output.first;
      builder.AddOutputShape(op, output.slot, {first, first + output.count});
    }
  }
}

}  // namespace

ProfileBuilder ToBuilder(const Profile& profile, BuilderEvents which_events) {
  ProfileBuilder builder;
  Profile& to = builder.Restore();
  EachTable([&](auto of) {
    using Table = decltype(of);
    if (std::is_same_v<Table, table::Flows> && which_events == BuilderEvents::kNone) return;
    if constexpr (PlainTable<Table> && Table::kField != 0) RowsOf(to, of) = RowsOf(profile, of);
  });
  // Tables that are not plain.
  const auto& [identity, strings, sources, devices, tracks, events, steps, ops, frames, flows,
               snapshots, allocations, outputs, recorded_execs, lanes_seen, unplaced, metrics,
               samples, series, modules, buffers, variables, tensor_values, kept_execs, step_parts,
               work_times, import_rows, lazy_execs, time_axis] = profile;
  to.strings = strings.Copy();
  to.sources = sources;
  to.series = series;
  to.tensor_values = tensor_values;
  to.time_axis = time_axis;
  AddLists(ops, builder);
  if (which_events == BuilderEvents::kAll) {
    to.events = events;
  } else {
    for (size_t t = 0; t < tracks.size(); ++t) to.events.push_back({});
  }
  (void)identity;    // a built profile gets a new one
  (void)lazy_execs;  // computed again
  return builder;
}

}  // namespace profiler
