// The command `diff`: what changed between two profiles, and whether it is more than noise.
#ifndef PROFILER_COMPARE_DIFF_H_
#define PROFILER_COMPARE_DIFF_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

absl::StatusOr<Report> DiffReport(const Selected& next, const Selected& base, const Query& query,
                                  const CompareOptions& compare, RunContext& context);

std::vector<Report> DiffTables();  // the tables of `diff`, without rows

}  // namespace profiler

#endif  // PROFILER_COMPARE_DIFF_H_
