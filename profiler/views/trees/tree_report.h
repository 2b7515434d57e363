#ifndef PROFILER_VIEWS_TREES_TREE_REPORT_H_
#define PROFILER_VIEWS_TREES_TREE_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/trees/columns.h"

namespace profiler {

// What a tree view knows of its rows beside their numbers.
struct TreeTexts {
  // What Row::key of a row is. Null: empty.
  std::function<std::vector<std::string>(int32_t node, int32_t above)> key;
  // The texts of a list column.
  std::function<std::vector<std::string>(int32_t node, const ReportColumn& column)> list;
};

// -where for a tree's rows: what TreeInput::where is. Null where every row may show. What it is
// given must outlive it.
std::function<bool(int32_t, int32_t, const Values&)> WhereOf(const Query& query,
                                                             const TreeInput& input,
                                                             const TreeTexts& texts,
                                                             ColumnOrder order);

// Who goes on from the tree itself needs no more than how many rows there are.
enum class ReportRows : uint8_t { kFilled, kEmpty };

// Fills `report` (its columns are there) with the rows of a tree, on up to so many threads: the
// texts are asked on each of them. An error where they are so deep that their names and indents
// alone would fill the memory.
absl::Status FillTreeReport(const TreeInput& input, const TreeOutput& output, const Query& query,
                            const TreeTexts& texts, ReportRows rows, size_t threads,
                            Report& report);

// What every view's report starts with.
Report StartReport(const Profile& profile, const Query& query, std::string view,
                   std::string description, ColumnOrder order);

// Why rows are hidden: `before` and the options that leave rows out.
std::string HiddenReason(const Query& query, std::string_view before);

void AddQuirkNotes(const std::vector<Quirk>& quirks, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_TREE_REPORT_H_
