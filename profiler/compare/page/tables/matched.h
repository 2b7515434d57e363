#ifndef PROFILER_COMPARE_PAGE_TABLES_MATCHED_H_
#define PROFILER_COMPARE_PAGE_TABLES_MATCHED_H_

#include <string_view>
#include <vector>

#include "profiler/compare/diff_columns.h"
#include "profiler/report/report.h"

namespace profiler {

Report EmptyMatchedTable();

// Appends the rows of a table that were compared under two names.
void AppendMatched(std::string_view what, const std::vector<DiffRow>& rows, Report& table);
// Formats for people show the first few of these rows.
void FoldMatched(Report& table);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_TABLES_MATCHED_H_
