#ifndef PROFILER_COMPARE_CHECK_MEASURED_RUNS_H_
#define PROFILER_COMPARE_CHECK_MEASURED_RUNS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/query/query.h"

namespace profiler {

// The measure in each run of the axis. Runs in which it finds nothing are left out.
absl::StatusOr<std::vector<Measured>> MeasureRuns(const CheckTools& tools,
                                                  const MeasureExpression& measure,
                                                  const SampleAxis& axis, const Query& query,
                                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_MEASURED_RUNS_H_
