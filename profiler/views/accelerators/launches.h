#ifndef PROFILER_VIEWS_ACCELERATORS_LAUNCHES_H_
#define PROFILER_VIEWS_ACCELERATORS_LAUNCHES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

std::vector<ReportColumn> LaunchesColumns();

// What it cost the host to start work on accelerators, and how late that began, by op.
absl::StatusOr<Report> LaunchesView(const Selected& selected, const Query& query,
                                    RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_ACCELERATORS_LAUNCHES_H_
