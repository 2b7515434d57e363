// Helpers of views whose answer is a table: independent rows with own values only.
#ifndef PROFILER_REPORT_TABLE_H_
#define PROFILER_REPORT_TABLE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/query/hidden_rows.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// A table without rows. `description` is the meaning of a row.
Report StartTable(std::string view, std::string title, std::string description,
                  std::vector<ReportColumn> columns);

// Whether any row has a value in the column.
bool HasValues(const ReportColumn& column);
// Drops optional columns without values.
void DropEmptyColumns(Report& report);

// A copy without folded rows (Row::is_folded), for formats for people.
Report WithoutFolded(const Report& report);

// Drops columns whose detail is above `most`.
void DropDetails(Detail most, Report& report);

// Leaves the rows at these indexes, in this order. Parents of rows are not renumbered.
void TakeRows(const std::vector<size_t>& rows, Report& report);

// Applies the options for all tables to a table with all its rows: -show_name_regexes and
// -hide_name_regexes, -where, -order_by, -top, and -select. A section must have its title before
// this call.
absl::Status FinishTable(const Query& query, Report& report);

// The same, and returns what hid rows. `top` is what -top stands for: the option, or the view's own
// limit.
absl::StatusOr<HiddenRows> CutTable(const Query& query, HiddenBy top, Report& report);

}  // namespace profiler

#endif  // PROFILER_REPORT_TABLE_H_
