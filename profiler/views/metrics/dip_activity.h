#ifndef PROFILER_VIEWS_METRICS_DIP_ACTIVITY_H_
#define PROFILER_VIEWS_METRICS_DIP_ACTIVITY_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The row of a node or device for the time in which nothing runs there.
inline constexpr std::string_view kNothingRuns = "(nothing)";

Report StartDipActivity();

// What each thread, stream and phase did in the dips of its node, beside what it did outside: what
// differs most comes first. Rows are not picked yet.
absl::StatusOr<Report> DipActivity(const Selected& selected, const DipSearch& search,
                                   RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_DIP_ACTIVITY_H_
