#ifndef PROFILER_EXPORT_STORE_KEPT_RUNS_H_
#define PROFILER_EXPORT_STORE_KEPT_RUNS_H_

#include <string>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"

namespace profiler {

// A line per run that a store has, each after a newline: its steps and their median.
absl::StatusOr<std::string> DescribeRuns(const Selected& selected, const Query& query,
                                         RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_KEPT_RUNS_H_
