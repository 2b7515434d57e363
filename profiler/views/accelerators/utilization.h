#ifndef PROFILER_VIEWS_ACCELERATORS_UTILIZATION_H_
#define PROFILER_VIEWS_ACCELERATORS_UTILIZATION_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

std::vector<ReportColumn> UtilizationColumns();

// What each accelerator did of the time from its first work to its last: computed, communicated,
// copied, or nothing.
absl::StatusOr<Report> UtilizationView(const Selected& selected, const Query& query,
                                       RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_ACCELERATORS_UTILIZATION_H_
