#ifndef PROFILER_VIEWS_METRICS_DIP_RECURRENCE_H_
#define PROFILER_VIEWS_METRICS_DIP_RECURRENCE_H_

#include <vector>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/report/report.h"

namespace profiler {

Report StartDipRecurrence();

// A row for each series that dips. `phases` are the job's.
Report DipRecurrence(const DipSearch& search, const std::vector<JobPhase>& phases);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_DIP_RECURRENCE_H_
