// What views share whose answer is a table: rows side by side, each with own values only.
#ifndef PROFILER_REPORT_TABLE_H_
#define PROFILER_REPORT_TABLE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// A column without values. `title` stands over it in text; the description is a sentence.
ReportColumn TableColumn(std::string name, ColumnType type, Unit unit, std::string title,
                         std::string description);

// A table without rows. `description` says what a row's name is.
Report StartTable(std::string view, std::string title, std::string description,
                  std::vector<ReportColumn> columns);

// Does to a table that has all its rows what any query may ask: -show_name_regexes and
// -hide_name_regexes, -where, -order_by, -top, and -select of its columns. A section must have its
// title already.
absl::Status FinishTable(const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_REPORT_TABLE_H_
