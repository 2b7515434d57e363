#ifndef PROFILER_VIEWS_STEPS_STEPS_H_
#define PROFILER_VIEWS_STEPS_STEPS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A row is a training step of one source; sources of one host that show the same step share one.
// tfprof's quirks do not apply: the rows sum to all that was recorded. A section has statistics
// over the steps that are not partial.
absl::StatusOr<Report> StepsView(const Selected& selected, const Query& query, RunContext& context);

std::vector<ReportColumn> StepColumns();
// In the order of StepPart (analysis/steps/step_split.h).
std::vector<ReportColumn> StepPartColumns();
// Its own table and its sections, for their columns.
std::vector<Report> StepTables();

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEPS_H_
