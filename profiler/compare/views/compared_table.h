#ifndef PROFILER_COMPARE_VIEWS_COMPARED_TABLE_H_
#define PROFILER_COMPARE_VIEWS_COMPARED_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/change.h"
#include "profiler/compare/views/row_changes.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// The measured column that rows are judged and sorted by: that of -order_by, else, but in a tree,
// an op's own time (self_us), else the first time that adds up, else the first time, else the first
// of all. Empty if the table measures nothing.
std::string JudgedColumn(const Report& base, const Report& next, const Query& query);

struct ComparedReport {
  Report report;
  size_t renamed = 0;  // rows that were paired though their keys differ
};

// Compares two answers of a view, or two of its sections, and applies the options about rows and
// columns to the comparison. `comparison` is null if there are no samples.
absl::StatusOr<ComparedReport> CompareTables(const ComparedTables& tables,
                                             const Comparison* comparison, const Query& query,
                                             const CompareOptions& compare,
                                             const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_COMPARED_TABLE_H_
