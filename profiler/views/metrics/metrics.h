#ifndef PROFILER_VIEWS_METRICS_METRICS_H_
#define PROFILER_VIEWS_METRICS_METRICS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

std::vector<ReportColumn> MetricsColumns();
std::vector<Report> MetricsTables();

// How the values of each metric over time are spread.
absl::StatusOr<Report> MetricsView(const Selected& selected, const Query& query,
                                   RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_METRICS_H_
