// A measure in each of two profiles, taken so that the two can be compared.
#ifndef PROFILER_COMPARE_CHECK_MEASURED_SIDE_H_
#define PROFILER_COMPARE_CHECK_MEASURED_SIDE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/check/check_samples.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

struct MeasuredSide {
  const Selected* selected = nullptr;
  Report report;
  Measured measured;

  SampledSide sampled() const { return {*selected, report, measured}; }
};

// What taking a measure needs besides a profile.
struct MeasureTaker {
  const CheckTools& tools;
  const MeasureExpression& measure;
  const Query& query;
  RunContext& context;

  // Of several runs the medians. With `per_step` values are those of one of these steps.
  absl::StatusOr<MeasuredSide> Take(const Selected& selected, decltype(&ReadMeasure) read,
                                    const SampleAxis* per_step = nullptr) const;

  // Recordings have unlike numbers of steps: of totals takes what one whole step has, on both
  // sides. Returns why not, where that matters; else an empty text.
  absl::StatusOr<std::string> TakePerStep(MeasuredSide& next, MeasuredSide& base) const;

  // "values are per step", "values are totals", or empty for values that do not depend on the
  // number of steps.
  absl::StatusOr<std::string_view> WhatValuesAre(const MeasuredSide& side) const;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_MEASURED_SIDE_H_
