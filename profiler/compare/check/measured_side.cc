#include "profiler/compare/check/measured_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"
#include "profiler/compare/check/measured_runs.h"
#include "profiler/compare/check/run_medians.h"
#include "profiler/compare/measure/functions.h"
#include "profiler/report/row_filter.h"

namespace profiler {
namespace {

size_t StepsPerRun(const SampleAxis& axis) {
  return axis.steps.size() / std::max<size_t>(1, axis.runs.size());
}

bool HasSteps(const Selected& selected) {
  const auto& steps = selected.profile().steps.values();
  return std::any_of(steps.begin(), steps.end(),
                     [](const StepRow& step) { return step.found_by != StepFoundBy::kWhole; });
}

// Whether the measure's column has how often ops ran, or what they counted, per step.
bool AreCountsOfOps(const MeasureExpression& measure, const Report& report) {
  if (report.values.basis != Basis::kOps) return false;
  for (const FilterColumn& one : FilterColumns(report.shape, report.columns)) {
    if (one.part != FilterColumn::Part::kCell || one.named.name != measure.column) continue;
    const ReportColumn& column = report.columns[one.column];
    const bool is_of_steps = column.measure && *column.measure != Measure::kParams &&
                             column.role != ColumnRole::kDefinedCount;
    return is_of_steps && column.unit == Unit::kCount && !IsShare(one.kind);
  }
  return false;
}

// The queries with a mean in place of a statistic over the steps of one run.
MeasureQueries WithMeans(const MeasureQueries& queries) {
  return
      [queries](const MeasureExpression& measure, const Query& command) -> absl::StatusOr<Query> {
        PROFILER_ASSIGN_OR_RETURN(Query own, queries(measure, command));
        own.statistic = Statistic::kMean;
        return own;
      };
}

}  // namespace

std::string_view ValuesAreText(StepBasis basis) {
  switch (basis) {
    case StepBasis::kPerStep:
      return "values are per step";
    case StepBasis::kTotals:
      return "values are totals";
    case StepBasis::kNone:
      break;
  }
  return "";
}

absl::StatusOr<MeasuredSide> MeasureTaker::Take(const Selected& selected,
                                                decltype(&ReadMeasure) read,
                                                const SampleAxis* per_step) const {
  MeasuredSide side;
  side.selected = &selected;
  const MeasureQueries queries =
      per_step == nullptr ? tools.queries : InSteps(tools.queries, per_step->steps);
  PROFILER_ASSIGN_OR_RETURN(const Query own, MeasureQuery(measure, queries, selected, query));
  // No step is common to several runs: rows are those of all, and values those in each run.
  const absl::Status of_one_run =
      IsOverOneRun(own.statistic)
          ? CheckOneRun(Selected(selected.profile(), own.selection), "this -stat")
          : absl::OkStatus();
  PROFILER_ASSIGN_OR_RETURN(side.report,
                            AskMeasure(measure, of_one_run.ok() ? queries : WithMeans(queries),
                                       tools.answerer, selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(side.measured, read(measure, side.report));
  if (per_step != nullptr) DividePerStep(selected.profile(), per_step->steps, side.measured);
  PROFILER_ASSIGN_OR_RETURN(
      const bool has_medians,
      TakeMediansOfRuns(tools, measure, selected, query, context, side.measured));
  if (!has_medians && !side.measured.rows.empty()) PROFILER_RETURN_IF_ERROR(of_one_run);
  if (measure.function != MeasureFunction::kEach && std::isnan(side.measured.value)) {
    return absl::NotFoundError(fmt::format("{}({}) is unknown: the sum over all rows is 0",
                                           Name(measure.function), measure.column));
  }
  return side;
}

absl::StatusOr<SampleAxis> MeasureTaker::WholeSteps(const Selected& selected) const {
  absl::StatusOr<SampleAxis> axis = AxisOfMeasure(tools, measure, selected, query, context);
  PROFILER_RETURN_IF_ERROR(context.Check());
  return axis.ok() ? *std::move(axis) : SampleAxis();
}

absl::StatusOr<std::optional<MeasuredSide>> MeasureTaker::TakeOfStep(
    const Selected& selected, const SampleAxis& steps) const {
  if (steps.steps.empty() || !tools.view(measure).takes_steps) return std::nullopt;
  absl::StatusOr<MeasuredSide> side = Take(selected, ReadMeasureOrNone, &steps);
  PROFILER_RETURN_IF_ERROR(context.Check());
  if (!side.ok()) return std::nullopt;
  return std::optional<MeasuredSide>(*std::move(side));
}

absl::StatusOr<bool> MeasureTaker::TakeBothOfStep(const SampleAxis& of_next,
                                                  const SampleAxis& of_base, MeasuredSide& next,
                                                  MeasuredSide& base) const {
  PROFILER_ASSIGN_OR_RETURN(std::optional<MeasuredSide> in_next,
                            TakeOfStep(*next.selected, of_next));
  if (!in_next) return false;
  PROFILER_ASSIGN_OR_RETURN(std::optional<MeasuredSide> in_base,
                            TakeOfStep(*base.selected, of_base));
  const bool is_any =
      in_base && !(in_next->measured.rows.empty() && in_base->measured.rows.empty());
  if (!is_any) return false;
  next = *std::move(in_next);
  base = *std::move(in_base);
  return true;
}

absl::StatusOr<bool> MeasureTaker::IsMeanOfSteps(const Measured& measured) const {
  using enum MeasureFunction;
  const bool adds_up =
      measure.function == kEach || measure.function == kSum || measure.function == kMean;
  if (!adds_up || query.compat_tfprof) return false;
  if (measured.is_per_step) return true;
  Query of_mean = query;
  of_mean.statistic = Statistic::kMeanAll;
  PROFILER_ASSIGN_OR_RETURN(const Query own, tools.queries(measure, of_mean));
  return own.statistic == Statistic::kMeanAll;
}

absl::Status MeasureTaker::TakeCountsUncut(MeasuredSide& next, MeasuredSide* base) const {
  if (!AreCountsOfOps(measure, next.report)) return absl::OkStatus();
  PROFILER_ASSIGN_OR_RETURN(const bool is_mean, IsMeanOfSteps(next.measured));
  if (!is_mean) return absl::OkStatus();
  PROFILER_ASSIGN_OR_RETURN(const SampleAxis of_next, WholeSteps(*next.selected));
  if (base != nullptr) {
    PROFILER_ASSIGN_OR_RETURN(const SampleAxis of_base, WholeSteps(*base->selected));
    return TakeBothOfStep(of_next, of_base, next, *base).status();
  }
  PROFILER_ASSIGN_OR_RETURN(std::optional<MeasuredSide> in_next,
                            TakeOfStep(*next.selected, of_next));
  if (in_next && !in_next->measured.rows.empty()) next = *std::move(in_next);
  return absl::OkStatus();
}

absl::StatusOr<std::string> MeasureTaker::TakePerStep(MeasuredSide& next,
                                                      MeasuredSide& base) const {
  if (!next.measured.are_totals && !base.measured.are_totals) {
    PROFILER_ASSIGN_OR_RETURN(const StepBasis of_next, BasisOf(next));
    PROFILER_ASSIGN_OR_RETURN(const StepBasis of_base, BasisOf(base));
    const bool base_has_steps = HasSteps(*base.selected);
    if (of_next == of_base || HasSteps(*next.selected) == base_has_steps) return "";
    return fmt::format("{} has no steps, so its value is a total",
                       base_has_steps ? "the new profile" : "the base");
  }
  PROFILER_ASSIGN_OR_RETURN(const SampleAxis of_next, WholeSteps(*next.selected));
  PROFILER_ASSIGN_OR_RETURN(const SampleAxis of_base, WholeSteps(*base.selected));
  if (of_next.steps.empty() && of_base.steps.empty()) return "";
  if (of_next.steps.empty() || of_base.steps.empty()) {
    return fmt::format("totals are compared, as {} has no whole steps",
                       of_next.steps.empty() ? "the new profile" : "the base");
  }
  PROFILER_ASSIGN_OR_RETURN(const bool are_taken, TakeBothOfStep(of_next, of_base, next, base));
  if (are_taken) return "";
  const size_t new_steps = StepsPerRun(of_next), base_steps = StepsPerRun(of_base);
  if (new_steps == base_steps) return "";
  return fmt::format("totals over {} steps are compared with totals over {}", new_steps,
                     base_steps);
}

absl::StatusOr<StepBasis> MeasureTaker::BasisOf(const MeasuredSide& side) const {
  if (side.measured.is_per_step) return StepBasis::kPerStep;
  if (side.measured.are_totals) return StepBasis::kTotals;
  const bool is_of_ops =
      side.report.values.basis == Basis::kOps && measure.function != MeasureFunction::kShare &&
      measure.function != MeasureFunction::kCount && measure.column != Info(Measure::kParams).name;
  if (!is_of_ops) return StepBasis::kNone;
  PROFILER_ASSIGN_OR_RETURN(const Query own, tools.queries(measure, query));
  if (own.statistic == Statistic::kSum || !HasSteps(*side.selected)) return StepBasis::kTotals;
  return StepBasis::kPerStep;
}

}  // namespace profiler
