#ifndef PROFILER_VIEWS_STEPS_JOB_PARTS_H_
#define PROFILER_VIEWS_STEPS_JOB_PARTS_H_

#include "profiler/analysis/phases/job_phases.h"
#include "profiler/report/report.h"

namespace profiler {

// The section of `phases` on the job's time, without rows.
Report StartJob();

// The same with rows: the times before the first step, from its start to the end of the last step,
// and after the last step; and when no step could be recorded.
Report PartsOfJob(const JobPhases& phases);

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_JOB_PARTS_H_
