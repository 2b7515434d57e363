#ifndef PROFILER_VIEWS_STEPS_PHASES_H_
#define PROFILER_VIEWS_STEPS_PHASES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

std::vector<ReportColumn> PhasesColumns();
std::vector<Report> PhasesTables();

// How long steps, their phases and what ran in these took, and the time around the steps.
absl::StatusOr<Report> PhasesView(const Selected& selected, const Query& query,
                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_PHASES_H_
