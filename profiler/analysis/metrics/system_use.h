#ifndef PROFILER_ANALYSIS_METRICS_SYSTEM_USE_H_
#define PROFILER_ANALYSIS_METRICS_SYSTEM_USE_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The system metrics of one node in percent, at the times of its most frequent samples. A metric
// sampled at other times contributes its nearest value, or NaN if no sample is within the usual
// sampling interval. Rarely sampled metrics are left out. With -step only samples within the
// selected steps count.
struct NodeUse {
  struct Gpu {
    std::string name;  // e.g. "gpu0"
    std::vector<double> busy, memory;
  };
  std::string node;
  size_t points = 0;
  std::vector<int64_t> times;   // sample times, in picoseconds from the profile's start
  std::vector<double> cpu;      // the mean over cores; empty if not recorded
  std::vector<double> io_wait;  // empty if not recorded
  std::vector<double> network;  // the sum of the node's network metrics; empty if not recorded
  size_t cores = 0;             // cores with recorded utilization
  std::vector<Gpu> gpus;
  bool is_of_training = false;  // cut to the training loop of a job that had ended
  // The highest and the second highest use of a core; empty if fewer than two were recorded.
  std::vector<double> fullest_core, next_core;
};

// Calls `visit` for each node, sorted by name. Nodes are computed one at a time, as all nodes of a
// large job would need too much memory.
absl::Status VisitNodes(const Selected& selected, const std::function<void(const NodeUse&)>& visit);

// Whether the profile has system metrics, of its own or from a separate recording.
bool HasSystemUse(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_SYSTEM_USE_H_
