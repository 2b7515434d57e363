#ifndef PROFILER_ANALYSIS_COLLECTIVES_DATA_EDGES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_DATA_EDGES_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A tensor that one op hands to another in a step, as the graph says.
struct DataEdge {
  OpId from, to;
  int32_t slot = OpInput::kOutputUnknown;
  DeviceId from_device, to_device;
  Value bytes = kAbsent;  // in a step; kAbsent: its size was not recorded
};

// Between the ops that ran in the selected steps and places. The graph is the one that the user
// built; TensorFlow merges ops and drops others before it runs it. So an op that did not run is
// looked through, but where it needs only the shape of its input. By consumer.
std::vector<DataEdge> DataEdges(const Selected& selected);

// The same without those that stay on a device, and each tensor once per device it goes to, as far
// as tensors can be told apart.
std::vector<DataEdge> DeviceCrossings(const std::vector<DataEdge>& edges);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_DATA_EDGES_H_
