// The columns of scope, graph, code and op.
#ifndef PROFILER_VIEWS_TREES_COLUMNS_H_
#define PROFILER_VIEWS_TREES_COLUMNS_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/trees/op_rows.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// tfprof has two orders of columns, depending on the view.
enum class ColumnOrder { kCountsFirst, kBytesFirst };

inline constexpr std::string_view kRunCount = "run_count";

// All columns in the given order, without values.
std::vector<ReportColumn> TreeColumns(ColumnOrder order);
// The selected columns. `micros` selects all three times.
std::vector<ReportColumn> SelectedTreeColumns(const Query& query, ColumnOrder order);

// The sentences about the selected columns for the Doc block of tfprof's text output.
std::vector<std::string_view> DocOf(const Query& query);

// The kind of op text that a list column shows.
OpText TextOf(const ReportColumn& column);
// The value of a number column, from a row's values.
Value ValueOf(const ReportColumn& column, const Values& values);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_COLUMNS_H_
