#ifndef PROFILER_ADVISE_RULES_METRICS_STOP_FINDINGS_H_
#define PROFILER_ADVISE_RULES_METRICS_STOP_FINDINGS_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/long_stops.h"

namespace profiler {

// Warnings of GPUs that did nothing once for a long time: all of the job, or some while the others
// go on. One of all at the end of the recording is the end of the job. And of nodes that end long
// before the others, which wait for them.
void AddStopFindings(const RuleInput& input, const JobTimes& job, const StopLimits& limits,
                     std::vector<Finding>& findings);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_METRICS_STOP_FINDINGS_H_
