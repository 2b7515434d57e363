#ifndef PROFILER_VIEWS_ACCELERATORS_IDLE_H_
#define PROFILER_VIEWS_ACCELERATORS_IDLE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

std::vector<ReportColumn> IdleColumns();

// The gaps between the work of each stream, by what it waited for.
absl::StatusOr<Report> IdleView(const Selected& selected, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_ACCELERATORS_IDLE_H_
