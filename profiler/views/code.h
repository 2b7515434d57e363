#ifndef PROFILER_VIEWS_CODE_H_
#define PROFILER_VIEWS_CODE_H_

#include "profiler/views/view.h"

namespace profiler {

// Ops by the Python stack that made them. A gradient's time is told under a copy of the stack of
// the op it is the gradient of, whose frames end in ` (gradient)`.
absl::StatusOr<Report> CodeView(const Profile& profile, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_CODE_H_
