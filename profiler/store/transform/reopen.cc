#include "profiler/store/transform/reopen.h"

#include <vector>

namespace profiler {
namespace {

void AddLists(const Ops& ops, ProfileBuilder& builder) {
  for (uint32_t i = 0; i < ops.row.size(); ++i) {
    const OpId op(i);
    for (StringId type : ops.types[op]) builder.AddType(op, type);
    for (int64_t dim : ops.shape[op]) builder.AddShapeDim(op, dim);
    for (const OpInput& input : ops.inputs[op]) builder.AddInput(op, input);
    for (const OpAttribute& attribute : ops.attributes[op]) builder.AddAttribute(op, attribute);
    for (const OpOutputShape& shape : ops.output_shapes[op]) {
      const auto first = ops.dims.begin() + shape.first;
      builder.AddOutputShape(op, shape.slot, {first, first + shape.count});
    }
  }
}

}  // namespace

ProfileBuilder Reopen(const Profile& profile, ReopenEvents which_events) {
  // All members are named, so that none can be added and forgotten here.
  const auto& [strings, sources, devices, tracks, events, steps, ops, frames, flows, snapshots,
               allocations, outputs, recorded_execs, lanes_seen, unplaced, metrics, samples, series,
               modules, buffers, variables, tensor_values, import_rows, execs, time_axis] = profile;
  ProfileBuilder builder;
  Profile& to = builder.Restore();
  to.strings = strings.Copy();
  to.time_axis = time_axis;
  to.sources = sources;
  to.devices = devices;
  to.tracks = tracks;
  if (which_events == ReopenEvents::kAll) {
    to.events = events;
    to.flows = flows;
  } else {
    for (size_t t = 0; t < tracks.size(); ++t) to.events.push_back({});
  }
  to.steps = steps;
  to.ops.row = ops.row;
  AddLists(ops, builder);
  to.frames = frames;
  to.snapshots = snapshots;
  to.allocations = allocations;
  to.outputs = outputs;
  to.recorded_execs = recorded_execs;
  to.lanes_seen = lanes_seen;
  to.unplaced = unplaced;
  to.metrics = metrics;
  to.samples = samples;
  to.series = series;
  to.modules = modules;
  to.buffers = buffers;
  to.variables = variables;
  to.tensor_values = tensor_values;
  to.import_rows = import_rows;
  (void)execs;  // added up again
  return builder;
}

}  // namespace profiler
