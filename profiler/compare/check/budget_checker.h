#ifndef PROFILER_COMPARE_CHECK_BUDGET_CHECKER_H_
#define PROFILER_COMPARE_CHECK_BUDGET_CHECKER_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/budget.h"
#include "profiler/compare/check/check.h"
#include "profiler/query/query.h"
#include "profiler/report/check_result.h"

namespace profiler {

// The result for the budget; of a measure without a function that of the worst row. What only the
// new profile has counts 0 in the base. Fails if the measure finds nothing in the new profile, or
// if the base does not have the view. `base` is null if there is none.
absl::StatusOr<CheckResult> CheckBudget(const Budget& budget, const CheckTools& tools,
                                        const Selected& next, const Selected* base,
                                        const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_BUDGET_CHECKER_H_
