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

// What system metrics tell of one node, in percent, at the times at which it was sampled most
// often. A metric that was sampled at other times has the value that is nearest, or NaN where none
// is as near as samples are to each other. One that was hardly ever sampled is left out. With -step
// only what was sampled in these steps counts.
struct NodeUse {
  struct Gpu {
    std::string name;  // "gpu0"
    std::vector<double> busy, memory;
  };
  std::string node;
  size_t points = 0;
  std::vector<int64_t> times;   // of the points: picoseconds from the profile's start
  std::vector<double> cpu;      // the mean of the cores; empty: not recorded
  std::vector<double> io_wait;  // empty: not recorded
  std::vector<double> network;  // what all its network metrics count; empty: not recorded
  size_t cores = 0;             // those whose use was recorded
  std::vector<Gpu> gpus;
};

// Visits the nodes by name, one at a time: all of a fleet would fill the memory.
absl::Status VisitNodes(const Selected& selected, const std::function<void(const NodeUse&)>& visit);

// Whether the profile has metrics of a system, or was recorded beside them.
bool HasSystemUse(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_SYSTEM_USE_H_
