// The samples by which noise in a measure is judged: its values in each whole step, or in each run.
#ifndef PROFILER_COMPARE_CHECK_CHECK_SAMPLES_H_
#define PROFILER_COMPARE_CHECK_CHECK_SAMPLES_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/check/noise/noise.h"
#include "profiler/compare/check/noise/uneven_steps.h"
#include "profiler/compare/check/side_samples.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/query/query.h"

namespace profiler {

// The rows to sample on each side.
struct RowsToSample {
  RowsOfSide base, next;
};

// Samples a measure in both profiles. Samples of all its rows are taken at once.
class MeasureSampler {
 public:
  MeasureSampler(const CheckTools& tools, const MeasureExpression& measure, const SampledSide& base,
                 const SampledSide& next, const Query& query, RunContext& context);

  // Each side has only its value where the view has no samples.
  absl::StatusOr<NoiseSamples> Sample(const RowsToSample& rows);

  // Of runs on both sides, in which the measure is a mean over steps: its values in these, where
  // runs have unlike numbers of them.
  absl::StatusOr<std::optional<StepsOfRuns>> UnevenSteps(const RowsToSample& rows);

  // Which noise Sample() would know, in a sentence. Takes no samples.
  absl::StatusOr<std::string> DescribeNoise();

 private:
  struct Sides {
    SideSamples base, next;
  };
  absl::StatusOr<Sides*> TakeSides();
  Sides SidesOn(SampleAxis base, SampleAxis next) const;
  absl::StatusOr<bool> IsMeanOfSteps() const;
  // Of a peak of bytes: its value in each profile, and in each run if that is known.
  static NoiseSamples PeakOnly(NoiseSamples values_only, NoiseSamples samples);
  // Empty where the measure has none.
  absl::StatusOr<NoiseSamples> SampleOnAxes(const RowsToSample& rows);

  const CheckTools& tools_;
  const MeasureExpression& measure_;
  const SampledSide base_, next_;
  const Query& query_;
  RunContext& context_;
  std::optional<Sides> sides_;
  std::optional<Sides> sides_in_steps_;  // the same, whose samples are steps
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_CHECK_SAMPLES_H_
