#ifndef PROFILER_ANALYSIS_METRICS_RECURRENCE_H_
#define PROFILER_ANALYSIS_METRICS_RECURRENCE_H_

#include <cmath>
#include <cstdint>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/base/value.h"

namespace profiler {

// The regularity with which points on a line recur.
struct Recurrence {
  double typical = std::nan("");  // the median distance between neighbouring points
  double regular = std::nan("");  // the share of distances that are regular
  double every = std::nan("");    // the period; NaN if the points do not recur regularly
};

// A distance is regular if it is one, two or three times the typical distance (so one or two points
// may be missing), within 15% of the typical distance or within `tolerance`. There is a period if
// there are at least three points and four in five distances are regular, unless the tolerance is a
// third of the typical distance or more.
Recurrence RecurrenceOf(const std::vector<double>& places, double tolerance);

// The period of dips, in time and in steps.
struct DipPattern {
  Recurrence in_time, in_steps;
  Value every_steps = kAbsent;  // a whole number of steps
};
class StepClock {
 public:
  explicit StepClock(const std::vector<JobPhase>& phases);

  // `dips` are the start times of dips; `tick` is the interval between samples.
  DipPattern PatternOf(const std::vector<int64_t>& dips, int64_t tick) const;

 private:
  double StepsUntil(int64_t time) const;

  std::vector<int64_t> begins_;  // start times of the steps of the most frequent kind
  double length_;                // of a step including the gap after the step; NaN if unknown
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_RECURRENCE_H_
