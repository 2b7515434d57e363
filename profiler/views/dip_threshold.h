#ifndef PROFILER_VIEWS_DIP_THRESHOLD_H_
#define PROFILER_VIEWS_DIP_THRESHOLD_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/views/metric_series.h"

namespace profiler {

// The two levels that values lie at, and how well they are apart.
struct Levels {
  double low = 0, high = 0;  // the mean of those at each
  double low_share = 0;      // how many of the values are at the lower
  double apart = 0;          // their distance over the standard deviation within them
};

// By Otsu's split: where the variance between both parts is the greatest. None where the parts are
// hardly further apart than those of values that are spread evenly, or the lower is more than half
// of the higher: nobody would call that a dip.
std::optional<Levels> TwoLevels(std::vector<double> values);

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

#endif  // PROFILER_VIEWS_DIP_THRESHOLD_H_
