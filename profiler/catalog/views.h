// The list of views.
#ifndef PROFILER_CATALOG_VIEWS_H_
#define PROFILER_CATALOG_VIEWS_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/query/query.h"
#include "profiler/query/where/where.h"
#include "profiler/report/answerer.h"
#include "profiler/views/view.h"

namespace profiler {

const std::vector<View>& AllViews();
const View* FindView(std::string_view name);  // null if there is none

// Whether the view takes this value of -by; the empty one always.
bool TakesBy(const View& view, std::string_view by);

// Runs the views of the list (not composites). Safe to use from several threads.
Answerer& LeafViews();

// In these checks `is_compared` says that the view is compared with a base, so that it has the
// columns of the comparison (report/compared/compared_columns.h).

// Fails if the view lacks a column of -order_by, -select or -where, or the column has an unsuitable
// type. If `view` is null, fails only if no view has the columns.
absl::Status CheckColumns(const View* view, const Query& query, bool is_compared = false);
// Checks that need more than one option: that the view (or some view, if null) has the query's
// columns, that rules and thresholds exist, and that the window is not empty.
absl::Status CheckQuery(const View* view, const Query& query, bool is_compared = false);
// Whether the command's table has the column of -order_by, or some column of -select.
bool HasOrderColumn(const View& view, const Query& query, bool is_compared = false);
bool HasSelectedColumn(const View& view, const Query& query, bool is_compared = false);
// Checks a -select that was given with the view's own command: all its names must be columns of the
// view. A -select that was set before may be meant for other views.
absl::Status CheckOwnSelect(const View& view, const Query& query, bool is_compared = false);

// The columns that may occur in -where for the view, or for its comparison with a base.
std::vector<WhereColumn> WhereColumns(const View& view, bool is_compared = false);

}  // namespace profiler

#endif  // PROFILER_CATALOG_VIEWS_H_
