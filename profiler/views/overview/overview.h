#ifndef PROFILER_VIEWS_OVERVIEW_OVERVIEW_H_
#define PROFILER_VIEWS_OVERVIEW_OVERVIEW_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// One page that says where to look. -top N: so many ops.
absl::StatusOr<Report> OverviewView(const Selected& selected, const Query& query,
                                    RunContext& context);
std::vector<Report> OverviewSections();

}  // namespace profiler

#endif  // PROFILER_VIEWS_OVERVIEW_OVERVIEW_H_
