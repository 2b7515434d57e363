// Applies -where to rows of reports.
#ifndef PROFILER_REPORT_ROW_FILTER_H_
#define PROFILER_REPORT_ROW_FILTER_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "profiler/query/where/where.h"
#include "profiler/report/report.h"
#include "profiler/report/value_kinds.h"

namespace profiler {

// A property of a row that may occur in -where.
struct FilterColumn {
  enum class Part : uint8_t { kNone, kName, kDepth, kCell };
  WhereColumn named;
  Part part = Part::kNone;
  size_t column = 0;  // for kCell: the index of the column
  ValueKind kind = ValueKind::kOwn;
};

// All names for -where in a report of this shape with these columns.
std::vector<FilterColumn> FilterColumns(Shape shape, const std::vector<ReportColumn>& columns);

// A -where condition that is bound to columns once and then applied to each row. `where` must
// outlive the filter. If no column has a name in `where`, its value is unknown in every row.
class RowFilter {
 public:
  RowFilter(const Where& where, Shape shape, const std::vector<ReportColumn>& columns);

  bool all() const { return where_.all(); }  // the condition is empty, so every row passes
  // `value` returns the row's value for a FilterColumn whose `part` is not kNone.
  bool Passes(const std::function<WhereValue(const FilterColumn&)>& value) const;
  // Whether row `row` of a table passes.
  bool PassesRow(const Report& table, size_t row) const;

 private:
  const Where& where_;
  std::vector<FilterColumn> columns_;  // in the order of Where::columns()
};

// An integer of a column; the unknown value if `value` is kAbsent.
WhereValue WhereIntegerOrNull(Value value, Unit unit);

}  // namespace profiler

#endif  // PROFILER_REPORT_ROW_FILTER_H_
