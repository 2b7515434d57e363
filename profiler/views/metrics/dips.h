#ifndef PROFILER_VIEWS_METRICS_DIPS_H_
#define PROFILER_VIEWS_METRICS_DIPS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

std::vector<ReportColumn> DipsColumns();
std::vector<Report> DipsTables();

// When metrics were below (or above) a value, and what happened then: what ran, what the job was
// at, how the others went, and whether it comes back.
absl::StatusOr<Report> DipsView(const Selected& selected, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_DIPS_H_
