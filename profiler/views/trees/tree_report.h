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

// The texts of a tree's rows.
struct TreeTexts {
  // Returns Row::key of a row. If null, keys are empty.
  std::function<std::vector<std::string>(int32_t node, int32_t above)> key;
  // The texts of a list column.
  std::function<std::vector<std::string>(int32_t node, const ReportColumn& column)> list;
};

// Returns TreeInput::where for the query; null without -where. The arguments must outlive the
// result.
std::function<bool(int32_t, int32_t, const Values&)> WhereOf(const Query& query,
                                                             const TreeInput& input,
                                                             const TreeTexts& texts,
                                                             ColumnOrder order);

// kEmpty is for callers that read the tree itself and need only the number of rows.
enum class ReportRows : uint8_t { kFilled, kEmpty };

// Adds the rows of a tree to `report`, whose columns must be set, and moves the series out of
// `output`. Uses several threads, each of which calls `texts`. Fails if names and indents of very
// deep rows would exceed the memory.
absl::Status FillTreeReport(const TreeInput& input, TreeOutput& output, const Query& query,
                            const TreeTexts& texts, ReportRows rows, size_t threads,
                            Report& report);

// A new report with the parts that are the same in every tree view.
Report StartReport(const Profile& profile, const Query& query, std::string view,
                   std::string description, ColumnOrder order);

void AddQuirkNotes(const std::vector<Quirk>& quirks, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_TREE_REPORT_H_
