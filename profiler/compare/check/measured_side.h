// A measure in each of two profiles, taken so that the two can be compared.
#ifndef PROFILER_COMPARE_CHECK_MEASURED_SIDE_H_
#define PROFILER_COMPARE_CHECK_MEASURED_SIDE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/check/check.h"
#include "profiler/compare/check/side_samples.h"
#include "profiler/compare/measure/measure.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

// How a value depends on the number of steps that were recorded.
enum class StepBasis : uint8_t {
  kNone,     // it does not
  kPerStep,  // it is what one step has
  kTotals,   // it grows with them
};
// "values are per step", "values are totals", or empty.
std::string_view ValuesAreText(StepBasis basis);

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

  // The whole steps of a profile; empty if it has none.
  absl::StatusOr<SampleAxis> WholeSteps(const Selected& selected) const;
  // What one of these steps has: 0 if what is measured does not run in them. Nothing if there are
  // none, or the view has no answer about some of the steps.
  absl::StatusOr<std::optional<MeasuredSide>> TakeOfStep(const Selected& selected,
                                                         const SampleAxis& steps) const;

  // Replaces both sides by what one of their steps has, or neither. Returns whether they are.
  absl::StatusOr<bool> TakeBothOfStep(const SampleAxis& of_next, const SampleAxis& of_base,
                                      MeasuredSide& next, MeasuredSide& base) const;

  // Whether a value is the mean over the steps of a run, or a part of it, and no other statistic.
  absl::StatusOr<bool> IsMeanOfSteps(const Measured& measured) const;

  // Views cut counts of ops, which are means over steps, to whole numbers, so that what runs in
  // some steps only counts 0: takes them uncut, of both sides or of neither. `base` may be null.
  absl::Status TakeCountsUncut(MeasuredSide& next, MeasuredSide* base) const;

  // Recordings have unlike numbers of steps: of totals takes what one whole step has, on both
  // sides. Returns why not, where that matters; else an empty text.
  absl::StatusOr<std::string> TakePerStep(MeasuredSide& next, MeasuredSide& base) const;

  absl::StatusOr<StepBasis> BasisOf(const MeasuredSide& side) const;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_MEASURED_SIDE_H_
