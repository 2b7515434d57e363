#ifndef PROFILER_ANALYSIS_METRICS_DIP_THRESHOLD_H_
#define PROFILER_ANALYSIS_METRICS_DIP_THRESHOLD_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/metrics/metric_series.h"

namespace profiler {

// Two levels of values with a gap between them.
struct Levels {
  double low = 0, high = 0;  // the mean values of the two levels
  double low_share = 0;      // the share of values at the lower level
  double between = 0;        // the middle of the gap
  double gap = 0;            // the width of the gap as a share of the range of all values
};

// Finds the widest gap in the histogram. Returns nullopt if no gap is wide enough, or if the lower
// level is more than half of the higher level, as that is not a dip.
std::optional<Levels> LevelsOfUse(const std::vector<double>& values);

// The name and values of a series that may be searched for dips.
struct DipCandidate {
  const MetricSeries* series;
  bool is_asked_for;
  std::vector<double> values;
};

// Returns a sentence that proposes a value for -below. Each device is examined separately, as two
// devices with different use would look like two levels. At least one candidate must belong to a
// named metric.
std::string ProposedThreshold(const std::vector<DipCandidate>& candidates);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DIP_THRESHOLD_H_
