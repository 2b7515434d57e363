#ifndef PROFILER_VIEWS_OPS_OPS_H_
#define PROFILER_VIEWS_OPS_OPS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Every framework op that ran, by where it ran, type and name: how often, how long, how fast.
absl::StatusOr<Report> OpsView(const Selected& selected, const Query& query, RunContext& context);
std::vector<ReportColumn> OpsColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_OPS_H_
