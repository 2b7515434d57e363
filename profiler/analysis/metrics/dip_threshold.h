#ifndef PROFILER_ANALYSIS_METRICS_DIP_THRESHOLD_H_
#define PROFILER_ANALYSIS_METRICS_DIP_THRESHOLD_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/metrics/metric_series.h"

namespace profiler {

// The two levels that values lie at, on both sides of a gap.
struct Levels {
  double low = 0, high = 0;  // the means
  double low_share = 0;      // how many of the values are at the lower
  double between = 0;        // the middle of the gap
  double gap = 0;            // how wide it is, as a part of the range of all values
};

// By the widest gap in their histogram. None where there is no wide one, or where the lower level
// is more than half of the higher: nobody would call that a dip.
std::optional<Levels> TwoLevels(const std::vector<double>& values);

// A series that may be searched, and the values that would be.
struct DipCandidate {
  const MetricSeries* series;
  bool is_asked_for;
  std::vector<double> values;
};

// What to give -below, in words. Each device is asked by itself: two that are used differently are
// no two levels. There is at least one that was asked for.
std::string ProposedThreshold(const std::vector<DipCandidate>& candidates);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_DIP_THRESHOLD_H_
