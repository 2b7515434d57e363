// What stands below the table of `memory`.
#ifndef PROFILER_VIEWS_MEMORY_MEMORY_SECTIONS_H_
#define PROFILER_VIEWS_MEMORY_MEMORY_SECTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/report.h"
#include "profiler/report/table_row.h"
#include "profiler/store/profile.h"

namespace profiler {

// A row of an allocator begins with its place: `name` of the row, `key` what the allocator adds.
std::vector<ReportColumn> MemoryPlaceColumns();
TableRow AddMemoryRow(const Profile& profile, const MemoryUse& use, std::string_view name,
                      std::vector<std::string> key, Report& report);

// What was held at the peak, the most first, by the op that allocated it and by its scope.
Report PeakByOp(const Profile& profile, const std::vector<MemoryUse>& uses);
Report PeakByScope(const Profile& profile, const std::vector<MemoryUse>& uses);
Report MemoryOverTime(const Profile& profile, const std::vector<MemoryUse>& uses);

}  // namespace profiler

#endif  // PROFILER_VIEWS_MEMORY_MEMORY_SECTIONS_H_
