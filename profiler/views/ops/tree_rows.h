#ifndef PROFILER_VIEWS_OPS_TREE_ROWS_H_
#define PROFILER_VIEWS_OPS_TREE_ROWS_H_

#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// What FinishTable() (report/table.h) is to a table, for a tree with all its rows: -order_by sorts
// the rows below one parent; -max_depth, -where, the name filters and -top hide rows, but no row
// above a shown one. Hidden rows still count in the totals of the rows above.
void FinishTree(const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OPS_TREE_ROWS_H_
