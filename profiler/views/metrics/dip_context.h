#ifndef PROFILER_VIEWS_METRICS_DIP_CONTEXT_H_
#define PROFILER_VIEWS_METRICS_DIP_CONTEXT_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The kinds of steps, and the phases around and between steps, during which dips happen. In
// descending order of the difference between the shares inside and outside of dips.
Report DipPhases(const DipSearch& search, const std::vector<JobPhase>& phases);

// The means of another metric of a node, inside and outside of dips.
struct DipMetric {
  std::string_view node, kind, dimension, unit;
  double inside, outside;
  double effect;  // the difference of the means divided by the standard deviation; NaN if unknown
};

// In descending order of the effect.
std::vector<DipMetric> FindDipMetrics(const Profile& profile, const DipSearch& search);
Report DipMetricsTable(const std::vector<DipMetric>& rows);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_DIP_CONTEXT_H_
