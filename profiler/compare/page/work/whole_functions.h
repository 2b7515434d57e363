// What a function or a mark of the user, with all that it calls, explains of the step's change.
#ifndef PROFILER_COMPARE_PAGE_WORK_WHOLE_FUNCTIONS_H_
#define PROFILER_COMPARE_PAGE_WORK_WHOLE_FUNCTIONS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Functions and marks with their whole time: those of the larger time come first, of equal times
// the outer one. Their work owns the names.
struct WholeFunctions {
  std::vector<DiffRow> rows;
  WorkInSteps base, next;
};

// Those that only one side has, though both recorded functions, or marks, in their steps. Those
// that may explain the step's change are left out if they mostly run what both sides do as often.
// Empty if the step did not change.
absl::StatusOr<WholeFunctions> FunctionsOfOneSide(const Comparison& comparison, const Change& step,
                                                  const Side& base, const Side& next,
                                                  RunContext& context);

// The one that explains most of the step's change: the innermost of those that take nearly the time
// of the largest, if it runs in that one. Null if none explains more than half, or if others
// replace it.
const DiffRow* ExplainingFunction(const Change& step, const std::vector<DiffRow>& functions);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_WHOLE_FUNCTIONS_H_
