#ifndef PROFILER_ANALYSIS_METRICS_JOB_END_H_
#define PROFILER_ANALYSIS_METRICS_JOB_END_H_

#include <optional>

#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/selection/selected.h"

namespace profiler {

// The training of a job that had ended when it was recorded.
struct EndedJob {
  // From the end of the first step, which prepares much that later steps have, to the end of the
  // last one; all that was recorded if no step has a time.
  JobSpan training;
};

// Returns nullopt if the job may have been running still. It had ended if samples go on for more
// than ten seconds and three steps after the last step, which is its finalization, or if the last
// sample is more than a minute before the end of all that was recorded.
std::optional<EndedJob> EndedJobOf(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_JOB_END_H_
