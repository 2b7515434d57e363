#ifndef PROFILER_VIEWS_INFO_INFO_H_
#define PROFILER_VIEWS_INFO_INFO_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What was opened and what it holds, all of it: no option of the query leaves anything out.
absl::StatusOr<Report> InfoView(const Selected& selected, const Query& query, RunContext& context);

// Its sections as they are of nothing: for their columns.
std::vector<Report> InfoSections();

}  // namespace profiler

#endif  // PROFILER_VIEWS_INFO_INFO_H_
