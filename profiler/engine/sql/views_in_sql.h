// The views as tables of SQL.
#ifndef PROFILER_ENGINE_SQL_VIEWS_IN_SQL_H_
#define PROFILER_ENGINE_SQL_VIEWS_IN_SQL_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/sql/view_tables.h"

namespace profiler {

// The functions of all views. A view whose name is a table's is NAME_view; a section of a view is
// VIEW_SECTION.
const std::vector<sql::ViewTable>& ViewTablesOfSql();

// Asks views about one profile. All that is passed must outlive it.
class ViewsInSql final : public sql::ViewTables {
 public:
  ViewsInSql(Answerer& answerer, const Selected& selected, const Query& query)
      : answerer_(answerer), selected_(selected), query_(query) {}

  const std::vector<sql::ViewTable>& All() const override { return ViewTablesOfSql(); }
  absl::StatusOr<Report> Ask(const sql::ViewTable& table, std::string_view options,
                             const std::vector<size_t>& columns, RunContext& context) override;

 private:
  Answerer& answerer_;
  const Selected& selected_;
  const Query& query_;
};

}  // namespace profiler

#endif  // PROFILER_ENGINE_SQL_VIEWS_IN_SQL_H_
