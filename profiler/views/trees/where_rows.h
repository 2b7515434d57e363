// -where on rows of views: which columns there are, and what a row has in them.
#ifndef PROFILER_VIEWS_TREES_WHERE_ROWS_H_
#define PROFILER_VIEWS_TREES_WHERE_ROWS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/query/query.h"
#include "profiler/query/where/where.h"
#include "profiler/report/report.h"
#include "profiler/report/table_where.h"
#include "profiler/views/trees/columns.h"

namespace profiler {

// A row of scope, graph, code or op, whichever columns are selected.
struct WhereRow {
  std::string_view name;
  int32_t depth = 0;              // below the root, of trees
  const Values* own = nullptr;    // null: its own values do not count
  const Values* total = nullptr;  // of a tree; with all ranked after it
  std::function<std::vector<std::string>(const ReportColumn& column)> texts;
  std::function<double(const ReportColumn& column, bool of_total)> share;  // of ranked rows
};

// Whether -where holds for a row. Each of its columns is looked up once.
class RowCondition {
 public:
  RowCondition(const Query& query, Shape shape, ColumnOrder order);

  // What -where may name of a view of that shape.
  static std::vector<WhereColumn> ColumnsOf(Shape shape, ColumnOrder order);

  bool all() const { return where_.all(); }
  bool Holds(const WhereRow& row) const;

 private:
  enum class Facet { kName, kDepth, kOwn, kTotal, kShare, kShareTotal, kTexts, kNone };
  struct Column {
    WhereColumn named;
    Facet facet = Facet::kNone;
    ReportColumn source;
  };
  static std::vector<Column> AllColumns(Shape shape, ColumnOrder order);
  static WhereValue ValueOf(const Column& column, const WhereRow& row);

  const Where& where_;
  std::vector<Column> columns_;  // as Where::columns numbers them
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_WHERE_ROWS_H_
