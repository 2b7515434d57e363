// Views as tables of SQL. The engine implements the interface, so that SQL knows no view.
#ifndef PROFILER_SQL_VIEW_TABLES_H_
#define PROFILER_SQL_VIEW_TABLES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/report/report.h"
#include "profiler/sql/tables/table.h"

namespace profiler::sql {

// A table that a view answers with, or one section of the view's answer.
struct ViewTable {
  std::string name;  // of the function
  std::string view;
  std::string section;  // or ""
  std::string sentence;
  std::vector<TableColumn> columns;
};

class ViewTables {
 public:
  virtual ~ViewTables() = default;
  virtual const std::vector<ViewTable>& All() const = 0;
  // The answer to the view with these options. `columns` are those whose values are needed.
  virtual absl::StatusOr<Report> Ask(const ViewTable& table, std::string_view options,
                                     const std::vector<size_t>& columns, RunContext& context) = 0;
};

}  // namespace profiler::sql

#endif  // PROFILER_SQL_VIEW_TABLES_H_
