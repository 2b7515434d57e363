#ifndef PROFILER_VIEWS_MEMORY_MEMORY_H_
#define PROFILER_VIEWS_MEMORY_MEMORY_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// What allocators held over time, their peaks, and which ops held that.
absl::StatusOr<Report> MemoryView(const Selected& selected, const Query& query,
                                  RunContext& context);

std::vector<ReportColumn> MemoryColumns();
std::vector<Report> MemoryTables();

}  // namespace profiler

#endif  // PROFILER_VIEWS_MEMORY_MEMORY_H_
