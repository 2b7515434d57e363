// Nodes whose samples end long before those of the others.
#ifndef PROFILER_ANALYSIS_METRICS_ENDS_ENDED_NODES_H_
#define PROFILER_ANALYSIS_METRICS_ENDS_ENDED_NODES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/store/profile.h"

namespace profiler {

struct EndedNodes {
  std::vector<std::string> nodes;  // the one that ends first is first
  size_t others = 0;
  int64_t last = 0;             // the last sample of the nodes, from the profile's start
  int64_t after = 0;            // from then to the last sample of the others
  double use_of_others = 0;     // mean use of their GPUs then, in percent
  double before = 0, then = 0;  // what a sample of the others' network has before, and then
};

// nullopt unless all of this holds: fewer nodes than go on end, after as many samples as they lack
// later and at once, and lack minutes; they begin with the others; the last step of the job ends at
// about that time, and then the others' network carries a tenth at most, while their GPUs are used.
// So GPUs wait in a collective for ranks that are gone; after the end of a job they are not used.
// `series` is sorted as by PickSeries().
std::optional<EndedNodes> FindEndedNodes(const Profile& profile,
                                         const std::vector<MetricSeries>& series,
                                         const JobTimes& job);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_ENDS_ENDED_NODES_H_
