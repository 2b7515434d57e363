#ifndef PROFILER_ANALYSIS_METRICS_RECURRENCE_H_
#define PROFILER_ANALYSIS_METRICS_RECURRENCE_H_

#include <cmath>
#include <cstdint>
#include <vector>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/base/value.h"

namespace profiler {

// How places on a line recur.
struct Recurrence {
  double typical = std::nan("");  // the median distance of neighbours
  double regular = std::nan("");  // the part of distances that the rule below holds for
  double every = std::nan("");    // their period; NaN: they do not recur regularly
};

// A distance is regular where it is once, twice or three times the typical one, so that one or two
// may be missing, give or take 15 % of the typical one or `tolerance`. At least three places of
// which four in five distances are regular have a period. A tolerance of a third of the typical
// distance, or more, tells nothing.
Recurrence RecurrenceOf(const std::vector<double>& places, double tolerance);

// How dips recur in time, and in steps.
struct DipPattern {
  Recurrence in_time, in_steps;
  Value every_steps = kAbsent;  // whole: what recurs with steps does not fall between them
};
class StepClock {
 public:
  explicit StepClock(const std::vector<JobPhase>& phases);

  // Of dips by their begins; `tick` is how far apart samples are.
  DipPattern PatternOf(const std::vector<int64_t>& dips, int64_t tick) const;

 private:
  double StepsUntil(int64_t time) const;

  std::vector<int64_t> begins_;  // of the steps of the kind that there are most of
  double length_;                // of one of them with the time behind it; NaN: unknown
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_RECURRENCE_H_
