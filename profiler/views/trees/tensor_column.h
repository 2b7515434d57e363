#ifndef PROFILER_VIEWS_TREES_TENSOR_COLUMN_H_
#define PROFILER_VIEWS_TREES_TENSOR_COLUMN_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// All columns of a view whose rows are ops, without values.
std::vector<ReportColumn> OpTreeColumns();

// Handles `-select tensor_value` in a view whose rows are named by ops: adds a column with the
// values of the variable of that name, and notes about rows without values.
absl::Status AddTensorColumn(const Profile& profile, const Query& query, const RunContext& context,
                             Report& report);

// Handles `-select tensor_value` in a view that cannot show tensor values.
void NoteNoTensorColumn(const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_TENSOR_COLUMN_H_
