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
const View* FindView(std::string_view name);  // null when there is none

// Answers with the views of the list: the one place that runs them. Safe from several threads.
Answerer& LeafViews();

// Whether the view has the columns that -order_by, -select and -where name, of the right types;
// without a view, whether any has.
absl::Status CheckColumns(const View* view, const Query& query);
// What one option cannot see: whether the query fits the view (null: no view in particular), rules
// and thresholds exist, and the window is one.
absl::Status CheckQuery(const View* view, const Query& query);
// Of a -select that was given with the view's own command: then all must be columns of it. One that
// was set before may be meant for other views.
absl::Status CheckOwnSelect(const View& view, const Query& query);

// The columns of the view that -where may name.
std::vector<WhereColumn> WhereColumns(const View& view);

}  // namespace profiler

#endif  // PROFILER_CATALOG_VIEWS_H_
