#ifndef PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_
#define PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_

#include <vector>

#include "profiler/report/report.h"
#include "profiler/views/steps/steps_columns.h"

namespace profiler {

// The section `statistics`: for each column of times that is shown, statistics over the steps that
// are not partial. No rows if there are fewer than two such steps.
Report StepSummary(const std::vector<StepsRow*>& rows, const std::vector<ReportColumn>& shown);

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_
