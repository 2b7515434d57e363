#ifndef PROFILER_COMPARE_VIEWS_ORDER_COMPARED_H_
#define PROFILER_COMPARE_VIEWS_ORDER_COMPARED_H_

#include <string>
#include <vector>

#include "profiler/compare/views/fill_compared.h"
#include "profiler/query/query.h"
#include "profiler/report/compared/compared_columns.h"

namespace profiler {

// What rows are sorted by. Changes are sorted by their size, whether more or less; p-values the
// least first; other values the greatest first.
struct ComparedOrder {
  ComparedPart part = ComparedPart::kDelta;
  std::string column;  // empty: rows keep their order
};

// That of -order_by, if it names a measured column of the table or a part of one; else, in tables
// and with -top, the change of the judged column.
ComparedOrder OrderOf(const ComparedTables& tables, const Query& query, const std::string& judged);

// The rows sorted, in trees depth first and sorted below each row, with parents renumbered. `kept`
// are the changes, which are sorted with them.
void SortRows(const ComparedTables& tables, const ComparedOrder& order,
              std::vector<UnitedRow>& rows, ColumnChanges& changes, std::vector<Change>& verdicts);

// The value that rows are sorted by, greatest first; NaN comes last.
double OrderValue(const ComparedTables& tables, const ComparedOrder& order, const UnitedRow& row);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_ORDER_COMPARED_H_
