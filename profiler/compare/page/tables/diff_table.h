// The tables of `diff`: rows judged, sorted by change, with their shares of the step's change.
#ifndef PROFILER_COMPARE_PAGE_TABLES_DIFF_TABLE_H_
#define PROFILER_COMPARE_PAGE_TABLES_DIFF_TABLE_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

struct DiffTableKind {
  std::string_view id, title;
  std::string_view row_is;            // "an op"
  std::string_view singular, plural;  // "op", "ops"
  bool adds_up = true;                // the rows add up to the step, with `<unexplained>`
  const std::vector<ColumnOf<DiffRow>>& (*columns)() = DiffRowColumns;
  bool may_overlap = true;  // what rows are of may run at once, as kernels of several streams do
};

Report EmptyTable(const DiffTableKind& kind);

// A change of at least so much is shown though noise may have made it.
double LeastLarge(const Change& step);

// Rows that changed first, then the others, each the largest change first; after both, in the same
// order, changes below 1 % of the largest. Formats for people show a few.
void SortByChange(std::vector<DiffRow>& rows);
// The same order, as indices of changes.
std::vector<size_t> OrderByChange(const std::vector<Change>& changes);

// A table of judged and sorted rows. `step` is the change of the step, of which rows get their
// shares; they lose their runs if these do not differ. A copy would be one of 200,000 rows.
absl::StatusOr<Report> DiffTable(const DiffTableKind& kind, const Change& step, const Query& query,
                                 std::vector<DiffRow>& rows);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_TABLES_DIFF_TABLE_H_
