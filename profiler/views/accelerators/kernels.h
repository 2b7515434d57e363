#ifndef PROFILER_VIEWS_ACCELERATORS_KERNELS_H_
#define PROFILER_VIEWS_ACCELERATORS_KERNELS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What ran on accelerators: kernels and copies, by name, launch and op.
absl::StatusOr<Report> KernelsView(const Selected& selected, const Query& query,
                                   RunContext& context);
std::vector<ReportColumn> KernelsColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_ACCELERATORS_KERNELS_H_
