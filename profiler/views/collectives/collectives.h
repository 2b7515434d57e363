#ifndef PROFILER_VIEWS_COLLECTIVES_COLLECTIVES_H_
#define PROFILER_VIEWS_COLLECTIVES_COLLECTIVES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What ranks exchange, by kind and device; with -by rank, who waited for whom.
absl::StatusOr<Report> CollectivesView(const Selected& selected, const Query& query,
                                       RunContext& context);

std::vector<ReportColumn> CollectivesColumns();
std::vector<Report> CollectivesTables();

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVES_COLLECTIVES_H_
