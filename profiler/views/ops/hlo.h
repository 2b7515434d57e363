#ifndef PROFILER_VIEWS_OPS_HLO_H_
#define PROFILER_VIEWS_OPS_HLO_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The instructions of compiled modules that ran, and the kernels of accelerators that belong to
// none, by program; a section has the modules. -around: instructions with operands and users.
absl::StatusOr<Report> HloView(const Selected& selected, const Query& query, RunContext& context);
std::vector<ReportColumn> HloColumns();
// Its own table and its sections, for their columns.
std::vector<Report> HloTables();

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_HLO_H_
