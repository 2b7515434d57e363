#ifndef PROFILER_VIEWS_TRACE_TRACE_H_
#define PROFILER_VIEWS_TRACE_TRACE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What ran, event by event: by track, then by begin. Without -top no more than this many rows; a
// note says so where there are more.
inline constexpr int64_t kMostTraceRows = 100'000;
absl::StatusOr<Report> TraceView(const Selected& selected, const Query& query, RunContext& context);

// Its columns, without values.
std::vector<ReportColumn> TraceColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_TRACE_TRACE_H_
