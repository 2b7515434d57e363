// Two answers to one query, compared by columns that identify a row.
#ifndef PROFILER_COMPARE_VIEWS_KEY_DIFF_H_
#define PROFILER_COMPARE_VIEWS_KEY_DIFF_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// Rows of the tables `base` and `next` with equal values in the columns `keys` are one row. All
// other columns of numbers are measured: X becomes base_X, X, delta_X and ratio_X
// (report/compared/compared_columns.h). Fails if a column is missing, if two rows of a table are
// equal in `keys`, or if there is nothing to compare.
absl::StatusOr<Report> DiffByKeys(Report base, Report next, const std::vector<std::string>& keys,
                                  const Query& query, const CompareOptions& compare,
                                  const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_KEY_DIFF_H_
