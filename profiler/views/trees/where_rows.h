// Applies -where to rows of scope, graph, code and op. Conditions may use all columns, selected or
// not.
#ifndef PROFILER_VIEWS_TREES_WHERE_ROWS_H_
#define PROFILER_VIEWS_TREES_WHERE_ROWS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/report/row_filter.h"
#include "profiler/views/trees/columns.h"

namespace profiler {

// The values of a row that -where conditions are tested on.
struct WhereRow {
  std::string_view name;
  int32_t depth = 0;              // below the root; only for trees
  const Values* own = nullptr;    // null if the row's own values do not count
  const Values* total = nullptr;  // trees: includes rows below; ranks: all later rows
  std::function<std::vector<std::string>(const ReportColumn& column)> texts;
  std::function<double(const ReportColumn& column, bool of_total)> share;  // only for ranks
};

class RowCondition {
 public:
  RowCondition(const Query& query, Shape shape, ColumnOrder order)
      : columns_(TreeColumns(order)), filter_(query.where, shape, columns_) {}

  bool all() const { return filter_.all(); }
  bool Holds(const WhereRow& row) const;

 private:
  std::vector<ReportColumn> columns_;
  RowFilter filter_;
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_WHERE_ROWS_H_
