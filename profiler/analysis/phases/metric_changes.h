#ifndef PROFILER_ANALYSIS_PHASES_METRIC_CHANGES_H_
#define PROFILER_ANALYSIS_PHASES_METRIC_CHANGES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// A metric of a host that rose: means of the samples of all its devices, before a step and since
// then. Metrics of GPUs are left out: they follow from what the host does.
struct MetricChange {
  std::string_view kind, dimension, unit;
  double before = 0, after = 0;
};

// Percentages that rose by 10 points or more, and after these others that rose by half or more;
// those of each kind that rose most first.
std::vector<MetricChange> MetricsThatRose(const Selected& selected, std::string_view host,
                                          int64_t step);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_METRIC_CHANGES_H_
