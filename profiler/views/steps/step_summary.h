#ifndef PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_
#define PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_

#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// A section for the view `steps`: of each of its columns of times that is `shown`, what the rows
// that are no partial steps tell together. `counts`: whether a row of `steps` is such a step.
// Without rows where there is nothing to compare.
Report StepSummary(const Report& steps, const std::vector<char>& counts,
                   const std::vector<ReportColumn>& shown);

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEP_SUMMARY_H_
