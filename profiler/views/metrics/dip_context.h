#ifndef PROFILER_VIEWS_METRICS_DIP_CONTEXT_H_
#define PROFILER_VIEWS_METRICS_DIP_CONTEXT_H_

#include <vector>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

Report StartDipPhases();
Report StartDipMetrics();

// In which kinds of steps, and in which times around and between them, dips fall: what differs most
// from the time outside comes first.
Report DipPhases(const DipSearch& search, const std::vector<JobPhase>& phases);

// The other metrics of the nodes, in dips and outside: what differs most, measured by its standard
// deviation, comes first.
Report DipMetrics(const Profile& profile, const DipSearch& search);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_DIP_CONTEXT_H_
