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

// The steps and the runs in which the measure is taken.
absl::StatusOr<SampleAxis> AxisOfMeasure(const CheckTools& tools, const MeasureExpression& measure,
                                         const Selected& selected, const Query& query,
                                         RunContext& context);

// The queries of measures, about these steps only.
MeasureQueries InSteps(const MeasureQueries& queries, const std::vector<SampledStep>& steps);

// Makes of totals over these steps those of one step.
void DividePerStep(const Profile& profile, const std::vector<SampledStep>& steps,
                   Measured& measured);

// The measure in each run of the axis; with `per_step` of totals what one whole step has. Runs in
// which it finds nothing are left out.
absl::StatusOr<std::vector<Measured>> MeasureRuns(const CheckTools& tools,
                                                  const MeasureExpression& measure,
                                                  const SampleAxis& axis, bool per_step,
                                                  const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_MEASURED_RUNS_H_
