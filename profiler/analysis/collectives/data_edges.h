#ifndef PROFILER_ANALYSIS_COLLECTIVES_DATA_EDGES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_DATA_EDGES_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A tensor passed from one op to another in a step, according to the graph.
struct DataEdge {
  OpId from, to;
  int32_t slot = OpInput::kOutputUnknown;
  DeviceId from_device, to_device;
  Value bytes = kAbsent;  // per step; kAbsent if the size was not recorded
};

// The edges between ops that ran in the selected steps and places, sorted by consumer. The graph is
// the one that the user built; TensorFlow merges and drops ops before it runs the graph. So a
// producer that did not run is replaced by its own producers, unless it needs only the shape of its
// input.
std::vector<DataEdge> DataEdges(const Selected& selected);

// Returns only the edges between devices. Each tensor occurs once per destination device, as far as
// tensors can be distinguished.
std::vector<DataEdge> DeviceCrossings(const std::vector<DataEdge>& edges);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_DATA_EDGES_H_
