#include "profiler/compare/check/check_samples.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/compare/check/measured_runs.h"
#include "profiler/compare/check/measured_side.h"
#include "profiler/compare/check/noise/noise_of_runs.h"
#include "profiler/compare/measure/functions.h"
#include "profiler/compare/samples/sample_axis.h"
#include "profiler/compare/samples/view_samples.h"

namespace profiler {
namespace {

double ValueOf(const MeasureExpression& measure, const SampledSide& side, const RowsOfSide& rows) {
  if (measure.function != MeasureFunction::kEach) return side.measured.value;
  std::vector<double> values;
  for (const MeasuredRow* const row : rows) values.push_back(row->value);
  return Evaluate(measure.function, std::move(values), 0);
}

bool IsOneCount(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return value == values.front(); });
}

// Of what is no count: three or more samples of each side that are equal are so by no chance.
bool NeverVaries(const NoiseSamples& samples) {
  constexpr size_t kLeast = 3;
  return std::min(samples.base.size(), samples.next.size()) >= kLeast && IsOneCount(samples.base) &&
         IsOneCount(samples.next);
}

// Whether some of the steps have none of what is measured: then the typical step may be one of them
// on both sides, and the mean alone shows a change.
bool IsInSome(const std::vector<double>& base, const std::vector<double>& next) {
  const auto has_none = [](double value) { return value == 0; };
  return std::any_of(base.begin(), base.end(), has_none) ||
         std::any_of(next.begin(), next.end(), has_none);
}

bool IsPeak(const SampledSide& side) {
  return side.measured.unit == Unit::kBytes && side.report.values.basis == Basis::kPeaks;
}

}  // namespace

MeasureSampler::MeasureSampler(const CheckTools& tools, const MeasureExpression& measure,
                               const SampledSide& base, const SampledSide& next, const Query& query,
                               RunContext& context)
    : tools_(tools),
      measure_(measure),
      base_(base),
      next_(next),
      query_(query),
      context_(context) {}

absl::StatusOr<NoiseSamples> MeasureSampler::Sample(const RowsToSample& rows) {
  NoiseSamples values_only = {{ValueOf(measure_, base_, rows.base)},
                              {ValueOf(measure_, next_, rows.next)},
                              NoiseOf::kNothing};
  PROFILER_ASSIGN_OR_RETURN(NoiseSamples samples, SampleOnAxes(rows));
  const bool has_samples = !samples.base.empty() && !samples.next.empty();
  if (!has_samples) {
    values_only.base_in_runs = samples.base_in_runs;
    values_only.new_in_runs = samples.new_in_runs;
  }
  const Unit unit = next_.measured.unit;
  // A peak of bytes is counted once: its steps, of which most lie below it, say nothing of it.
  if (IsPeak(next_) && samples.of != NoiseOf::kRuns) {
    return PeakOnly(std::move(values_only), std::move(samples));
  }
  if (unit != Unit::kCount) {
    const bool is_exact = has_samples && unit == Unit::kBytes && NeverVaries(samples);
    if (!is_exact) return has_samples ? samples : values_only;
  }
  // How many rows a view has of steps or ops is not counted in each step.
  const bool counts_rows = measure_.function == MeasureFunction::kCount;
  const bool is_counted_in_each = has_samples && !(counts_rows && samples.of == NoiseOf::kSteps);
  if (is_counted_in_each && !(IsOneCount(samples.base) && IsOneCount(samples.next))) {
    return samples;
  }
  // Some counts differ from run to run.
  if (!IsOneCount(values_only.base_in_runs) || !IsOneCount(values_only.new_in_runs)) {
    return values_only;
  }
  values_only.of = NoiseOf::kCount;
  values_only.unit = unit;
  // One sample does not tell whether others differ.
  const bool are_several = std::min(samples.base.size(), samples.next.size()) > 1;
  if (is_counted_in_each && are_several) values_only.counted_in = samples.of;
  return values_only;
}

NoiseSamples MeasureSampler::PeakOnly(NoiseSamples values_only, NoiseSamples samples) {
  values_only.base_runs = samples.base_runs;
  values_only.new_runs = samples.new_runs;
  values_only.base_in_runs = std::move(samples.base_in_runs);
  values_only.new_in_runs = std::move(samples.new_in_runs);
  const bool do_runs_differ =
      !IsOneCount(values_only.base_in_runs) || !IsOneCount(values_only.new_in_runs);
  if (do_runs_differ) return values_only;
  values_only.of = NoiseOf::kCount;
  values_only.unit = Unit::kBytes;
  return values_only;
}

absl::StatusOr<std::optional<StepsOfRuns>> MeasureSampler::UnevenSteps(const RowsToSample& rows) {
  const SampledView view = tools_.view(measure_);
  if (!view.takes_steps || view.rows_are_steps) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const Sides* const sides, TakeSides());
  if (sides->next.axis().kind != SampleKind::kRuns) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const bool is_mean, IsMeanOfSteps());
  if (!is_mean) return std::nullopt;
  if (!sides_in_steps_) {
    SampleAxis base = sides->base.axis(), next = sides->next.axis();
    base.kind = next.kind = SampleKind::kSteps;
    sides_in_steps_.emplace(SidesOn(std::move(base), std::move(next)));
  }
  StepsOfRuns steps;
  PROFILER_ASSIGN_OR_RETURN(steps.base, sides_in_steps_->base.InStepsOfRuns(rows.base));
  PROFILER_ASSIGN_OR_RETURN(steps.next, sides_in_steps_->next.InStepsOfRuns(rows.next));
  if (steps.base.empty() || steps.next.empty() || !steps.are_uneven()) return std::nullopt;
  return std::optional<StepsOfRuns>(std::move(steps));
}

absl::StatusOr<std::string> MeasureSampler::DescribeNoise() {
  const std::string nothing = KnownNoise(NoiseOf::kNothing, {});
  const SampledView view = tools_.view(measure_);
  const std::vector<double>&olds = base_.measured.of_runs, &news = next_.measured.of_runs;
  if (next_.measured.unit == Unit::kCount) {
    const bool are_runs = olds.size() > 1 && news.size() > 1;
    if (!are_runs || (IsOneCount(olds) && IsOneCount(news))) {
      return KnownNoise(NoiseOf::kCount, {.base_runs = olds.size(), .new_runs = news.size()});
    }
  }
  if (!view.takes_steps) return nothing;
  PROFILER_ASSIGN_OR_RETURN(const Sides* const sides, TakeSides());
  const SampleAxis &base = sides->base.axis(), &next = sides->next.axis();
  const bool are_runs = next.kind == SampleKind::kRuns;
  const bool are_steps =
      view.rows_are_steps || (next.kind == SampleKind::kSteps && sides->next.has_step_column());
  if (!are_runs && IsPeak(next_)) return KnownNoise(NoiseOf::kCount, {});
  if (!are_runs && !are_steps) return nothing;
  return KnownNoise(are_runs ? NoiseOf::kRuns : NoiseOf::kSteps,
                    {base.size(), next.size(), base.runs.size(), next.runs.size(),
                     SpreadOfRuns(olds, base_.measured.unit)});
}

absl::StatusOr<MeasureSampler::Sides*> MeasureSampler::TakeSides() {
  if (sides_) return &*sides_;
  PROFILER_ASSIGN_OR_RETURN(SampleAxis base,
                            AxisOfMeasure(tools_, measure_, base_.selected, query_, context_));
  PROFILER_ASSIGN_OR_RETURN(SampleAxis next,
                            AxisOfMeasure(tools_, measure_, next_.selected, query_, context_));
  UseOneKind(base, next);
  sides_.emplace(SidesOn(std::move(base), std::move(next)));
  return &*sides_;
}

MeasureSampler::Sides MeasureSampler::SidesOn(SampleAxis base, SampleAxis next) const {
  return {SideSamples(tools_, measure_, base_, std::move(base), query_, context_),
          SideSamples(tools_, measure_, next_, std::move(next), query_, context_)};
}

absl::StatusOr<bool> MeasureSampler::IsMeanOfSteps() const {
  return MeasureTaker{tools_, measure_, query_, context_}.IsMeanOfSteps(next_.measured);
}

absl::StatusOr<NoiseSamples> MeasureSampler::SampleOnAxes(const RowsToSample& rows) {
  const SampledView view = tools_.view(measure_);
  if (!view.takes_steps) return NoiseSamples();
  PROFILER_ASSIGN_OR_RETURN(Sides* const sides, TakeSides());
  const SampleAxis &base = sides->base.axis(), &next = sides->next.axis();
  NoiseSamples samples;
  samples.base_runs = base.runs.size();
  samples.new_runs = next.runs.size();
  if (next.kind == SampleKind::kRuns) {
    samples.of = NoiseOf::kRuns;
    PROFILER_ASSIGN_OR_RETURN(samples.base, sides->base.InRuns(rows.base));
    PROFILER_ASSIGN_OR_RETURN(samples.next, sides->next.InRuns(rows.next));
  } else if (view.rows_are_steps) {
    samples.function = measure_.function;
    samples.base = sides->base.OfRows(rows.base);
    samples.next = sides->next.OfRows(rows.next);
  } else if (next.kind == SampleKind::kSteps) {
    PROFILER_ASSIGN_OR_RETURN(samples.base, sides->base.InSteps(rows.base));
    PROFILER_ASSIGN_OR_RETURN(samples.next, sides->next.InSteps(rows.next));
    PROFILER_ASSIGN_OR_RETURN(const bool is_mean, IsMeanOfSteps());
    const bool shows_in_mean =
        next_.measured.unit == Unit::kCount || IsInSome(samples.base, samples.next);
    if (is_mean && shows_in_mean) samples.function = MeasureFunction::kMean;
  }
  if (next.kind != SampleKind::kRuns && KnowsNoiseOfRuns(samples.base_runs, samples.new_runs)) {
    PROFILER_ASSIGN_OR_RETURN(samples.base_in_runs, sides->base.InRuns(rows.base));
    PROFILER_ASSIGN_OR_RETURN(samples.new_in_runs, sides->next.InRuns(rows.next));
  }
  return samples;
}

}  // namespace profiler
