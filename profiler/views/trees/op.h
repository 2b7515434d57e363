#ifndef PROFILER_VIEWS_TREES_OP_H_
#define PROFILER_VIEWS_TREES_OP_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/views/view.h"

namespace profiler {

// Ops by type, ranked. Beside each type's own values stand their accumulated ones: this row and all
// ranked after it.
absl::StatusOr<Report> OpView(const Selected& selected, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_OP_H_
