#ifndef PROFILER_VIEWS_OVERVIEW_SYSTEM_H_
#define PROFILER_VIEWS_OVERVIEW_SYSTEM_H_

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The section `system`: how metrics over time are spread, by node; without rows where there are
// none.
absl::StatusOr<Report> SystemSection(const Profile& profile, const Query& query,
                                     RunContext& context);

// Of all GPUs whose use was recorded over time, in percent; NaN where there are none.
double MeanGpuUse(const Report& system);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_SYSTEM_H_
