// The values of a view's Report as cells of SQL.
#ifndef PROFILER_SQL_REPORT_CELLS_H_
#define PROFILER_SQL_REPORT_CELLS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/report/report.h"
#include "profiler/report/value_kinds.h"
#include "profiler/sql/tables/table.h"

namespace profiler::sql {

// The columns that a report has in SQL: those of machine formats, without those whose values are
// no numbers, texts or lists.
std::vector<TableColumn> ColumnsOf(const Report& empty);

class ReportCells {
 public:
  // Reads `columns` of the report by their names; a report may lack some of them.
  ReportCells(Report report, const std::vector<TableColumn>& columns);

  size_t size() const { return report_.rows.size(); }
  // `text` holds the texts that the report does not have in this form.
  Cell At(size_t row, size_t column, std::string& text) const;

 private:
  // A property of the row itself, a column of values, or nothing.
  struct Read {
    enum class What : uint8_t { kNothing, kName, kKey, kDepth, kParent, kAccounted, kValue };
    What what = What::kNothing;
    FlatColumn column;
  };

  Report report_;
  std::vector<Read> read_;
};

}  // namespace profiler::sql

#endif  // PROFILER_SQL_REPORT_CELLS_H_
