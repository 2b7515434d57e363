#ifndef PROFILER_VIEWS_TREES_TENSOR_COLUMN_H_
#define PROFILER_VIEWS_TREES_TENSOR_COLUMN_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The column, without values.
ReportColumn TensorColumn();

// `-select tensor_value` in a view whose rows have the names of ops: adds a column with the values
// of the variable of each row's name, and notes on rows without any.
absl::Status AddTensorColumn(const Profile& profile, const Query& query, const RunContext& context,
                             Report& report);

// The same in a view that has none to show.
void NoteNoTensorColumn(const Query& query, Report& report);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_TENSOR_COLUMN_H_
