// The samples by which noise in a measure is judged: its values in each whole step, or in each run.
#ifndef PROFILER_COMPARE_CHECK_CHECK_SAMPLES_H_
#define PROFILER_COMPARE_CHECK_CHECK_SAMPLES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/check/noise.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// A measure in one profile, and the answer that it was read from.
struct SampledSide {
  const Selected& selected;
  const Report& report;
  const Measured& measured;
};

// Samples of the measure in both profiles; each side has only its value where the view has no
// samples. `rows` are the rows to sample on each side, of SampledSide::measured: all, or one each
// if the measure has no function.
struct RowsToSample {
  std::vector<const MeasuredRow*> base, next;
};
absl::StatusOr<NoiseSamples> SampleMeasure(const CheckTools& tools,
                                           const MeasureExpression& measure,
                                           const SampledSide& base, const SampledSide& next,
                                           const RowsToSample& rows, const Query& query,
                                           RunContext& context);

// Which noise SampleMeasure() would know, in a sentence. Takes no samples.
absl::StatusOr<std::string> DescribeNoise(const CheckTools& tools, const MeasureExpression& measure,
                                          const SampledSide& base, const SampledSide& next,
                                          const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_CHECK_SAMPLES_H_
