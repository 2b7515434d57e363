#ifndef PROFILER_VIEWS_METRICS_DIP_RECURRENCE_H_
#define PROFILER_VIEWS_METRICS_DIP_RECURRENCE_H_

#include <cmath>
#include <vector>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/recurrence.h"
#include "profiler/report/report.h"

namespace profiler {

// The pattern in time of a series' dips.
struct DipRecurrence {
  const MetricSeries* series;
  int64_t dips;
  Int128 total;  // the sum of their durations
  DipPattern pattern;

  bool in_steps() const { return pattern.every_steps != kAbsent; }
  bool in_time() const { return std::isfinite(pattern.in_time.every); }
};

// One item per series with dips. `phases` are the phases of the job.
std::vector<DipRecurrence> FindDipRecurrence(const DipSearch& search,
                                             const std::vector<JobPhase>& phases);
Report DipRecurrenceTable(const std::vector<DipRecurrence>& rows);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_DIP_RECURRENCE_H_
