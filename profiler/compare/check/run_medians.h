#ifndef PROFILER_COMPARE_CHECK_RUN_MEDIANS_H_
#define PROFILER_COMPARE_CHECK_RUN_MEDIANS_H_

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/query/query.h"

namespace profiler {

// Of a profile of several runs, replaces each value by the median of what it is in each run,
// because answers add runs up: 20 runs of the base are no more than one new run. Returns whether
// there are several runs to take medians of.
absl::StatusOr<bool> TakeMediansOfRuns(const CheckTools& tools, const MeasureExpression& measure,
                                       const Selected& selected, const Query& query,
                                       RunContext& context, Measured& measured);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_RUN_MEDIANS_H_
