#include "profiler/compare/check/check_samples.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/compare/check/measured_runs.h"
#include "profiler/compare/measure/functions.h"
#include "profiler/compare/samples/row_ids.h"
#include "profiler/compare/samples/view_samples.h"
#include "profiler/report/row_filter.h"
#include "profiler/report/value_kinds.h"

namespace profiler {
namespace {

using Rows = std::vector<const MeasuredRow*>;

double ValueOf(const MeasureExpression& measure, const Rows& rows) {
  std::vector<double> values;
  for (const MeasuredRow* const row : rows) values.push_back(row->value);
  return Evaluate(measure.function, std::move(values), 0);
}

// Samples are subtracted from each other and sorted: infinite ones would give NaN, which has no
// place in an order.
void KeepFinite(std::vector<double>& values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
}

// Rows that are steps. Those of one number are one sample, because several processes of a run
// recorded the step; of several runs each row is a sample.
std::vector<double> RowsOfSteps(const Rows& rows, bool is_one_run) {
  std::map<std::string_view, std::pair<double, double>> by_number;  // a sum and a count
  std::vector<std::string_view> order;
  std::vector<double> values;
  for (const MeasuredRow* const row : rows) {
    const std::string_view number = row->key.empty() ? row->name : row->key.back();
    if (!is_one_run) {
      values.push_back(row->value);
      continue;
    }
    const auto [step, is_new] = by_number.try_emplace(number);
    if (is_new) order.push_back(number);
    step->second.first += row->value;
    ++step->second.second;
  }
  for (const std::string_view number : order) {
    const auto& [sum, count] = by_number[number];
    values.push_back(sum / count);
  }
  KeepFinite(values);
  return values;
}

// The measure in each run. Runs in which it finds nothing, or no finite value, are no samples.
absl::StatusOr<std::vector<double>> RunSamples(const CheckTools& tools,
                                               const MeasureExpression& measure,
                                               const SampleAxis& axis, const SampledSide& side,
                                               const Rows& rows, const Query& query,
                                               RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(
      const std::vector<Measured> in_runs,
      MeasureRuns(tools, measure, axis, side.measured.is_per_step, query, context));
  std::vector<double> values;
  for (const Measured& measured : in_runs) {
    if (measure.function != MeasureFunction::kEach) {
      values.push_back(measured.value);
      continue;
    }
    for (const MeasuredRow& row : measured.rows) {
      if (row.key == rows.front()->key) values.push_back(row.value);
    }
  }
  KeepFinite(values);
  return values;
}

// The name of the column under which samples of the measure's values are taken; empty if there are
// none: samples are of own values, in trees of values with all below.
std::string SampledColumn(const MeasureExpression& measure, const Report& report) {
  const bool is_tree = report.shape == Shape::kTree;
  for (const FilterColumn& one : FilterColumns(report.shape, report.columns)) {
    if (one.part != FilterColumn::Part::kCell || one.named.name != measure.column) continue;
    const ReportColumn& column = report.columns[one.column];
    if (one.kind == (is_tree ? ValueKind::kTotal : ValueKind::kOwn)) return column.name;
    const bool is_leaf = is_tree && one.kind == ValueKind::kOwn;
    if (is_leaf && column.own.size() == column.total.size()) return column.name;
  }
  return "";
}

// The measure in each step of the samples. Empty if the rows or the column have none.
std::vector<double> StepSamples(const MeasureExpression& measure, const ViewSamples& samples,
                                const std::string& column_name, const Report& report,
                                const Rows& rows) {
  const TableSamples* const table = samples.Find(report.view);
  const auto* const column = table == nullptr ? nullptr : table->FindColumn(column_name);
  if (column == nullptr) return {};
  const std::vector<RowId> ids = RowIdsOf(report);
  std::vector<size_t> sampled;
  for (const MeasuredRow* const row : rows) {
    if (const std::optional<size_t> at = table->Find(ids[row->at])) sampled.push_back(*at);
  }
  if (sampled.empty()) return {};
  const auto evaluate = [&](MeasureFunction function) {
    return [function](const std::vector<double>& values) {
      std::vector<double> known = values;
      std::erase_if(known, [](double value) { return std::isnan(value); });
      return Evaluate(function, std::move(known), 0);
    };
  };
  std::vector<double> values;
  if (measure.function != MeasureFunction::kShare) {
    values = table->Over(sampled, *column, evaluate(measure.function));
  } else {
    std::vector<size_t> all(table->rows.size());
    std::iota(all.begin(), all.end(), size_t{0});
    const std::vector<double> whole = table->Over(all, *column, evaluate(MeasureFunction::kSum));
    values = table->Over(sampled, *column, evaluate(MeasureFunction::kSum));
    for (size_t i = 0; i < values.size(); ++i) values[i] /= whole[i];
  }
  KeepFinite(values);
  return values;
}

struct AxisPair {
  SampleAxis base, next;
};

absl::StatusOr<AxisPair> SampleAxes(const CheckTools& tools, const MeasureExpression& measure,
                                    const SampledSide& base, const SampledSide& next,
                                    const Query& query, RunContext& context) {
  AxisPair axes;
  PROFILER_ASSIGN_OR_RETURN(axes.base,
                            AxisOfMeasure(tools, measure, base.selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(axes.next,
                            AxisOfMeasure(tools, measure, next.selected, query, context));
  UseOneKind(axes.base, axes.next);
  return axes;
}

absl::StatusOr<std::vector<double>> SideInSteps(const CheckTools& tools,
                                                const MeasureExpression& measure,
                                                const SampleAxis& axis, const Report& report,
                                                const Rows& rows, const Query& query,
                                                RunContext& context) {
  const std::string column = SampledColumn(measure, report);
  if (column.empty()) return std::vector<double>();
  PROFILER_ASSIGN_OR_RETURN(const Query own, tools.queries(measure, query));
  SampledView view = tools.view(measure);
  while (true) {
    PROFILER_ASSIGN_OR_RETURN(
        const ViewSamples samples,
        SampleView(tools.answerer, view, axis, WholeTable(own), {column}, context));
    std::vector<double> values = StepSamples(measure, samples, column, report, rows);
    if (!values.empty() || !view.has_series) return values;
    view.has_series = false;  // not all columns have series; the view can be asked for each step
  }
}

// The samples of a measure; empty where it has none.
absl::StatusOr<NoiseSamples> SampleOnAxes(const CheckTools& tools, const MeasureExpression& measure,
                                          const SampledSide& base, const SampledSide& next,
                                          const RowsToSample& rows, const Query& query,
                                          RunContext& context) {
  const SampledView view = tools.view(measure);
  if (!view.takes_steps) return NoiseSamples();
  PROFILER_ASSIGN_OR_RETURN(const AxisPair axes,
                            SampleAxes(tools, measure, base, next, query, context));
  NoiseSamples samples;
  samples.base_runs = axes.base.runs.size();
  samples.new_runs = axes.next.runs.size();
  if (axes.next.kind == SampleKind::kRuns) {
    samples.of = NoiseOf::kRuns;
    PROFILER_ASSIGN_OR_RETURN(
        samples.base, RunSamples(tools, measure, axes.base, base, rows.base, query, context));
    PROFILER_ASSIGN_OR_RETURN(
        samples.next, RunSamples(tools, measure, axes.next, next, rows.next, query, context));
  } else if (view.rows_are_steps) {
    samples.function = measure.function;
    samples.base = RowsOfSteps(rows.base, axes.base.runs.size() < 2);
    samples.next = RowsOfSteps(rows.next, axes.next.runs.size() < 2);
  } else if (axes.next.kind == SampleKind::kSteps) {
    PROFILER_ASSIGN_OR_RETURN(samples.base, SideInSteps(tools, measure, axes.base, base.report,
                                                        rows.base, query, context));
    PROFILER_ASSIGN_OR_RETURN(samples.next, SideInSteps(tools, measure, axes.next, next.report,
                                                        rows.next, query, context));
  }
  return samples;
}

bool IsOneCount(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return value == values.front(); });
}

}  // namespace

absl::StatusOr<NoiseSamples> SampleMeasure(const CheckTools& tools,
                                           const MeasureExpression& measure,
                                           const SampledSide& base, const SampledSide& next,
                                           const RowsToSample& rows, const Query& query,
                                           RunContext& context) {
  NoiseSamples values_only = {
      {measure.function == MeasureFunction::kEach ? ValueOf(measure, rows.base)
                                                  : base.measured.value},
      {measure.function == MeasureFunction::kEach ? ValueOf(measure, rows.next)
                                                  : next.measured.value},
      NoiseOf::kNothing};
  PROFILER_ASSIGN_OR_RETURN(NoiseSamples samples,
                            SampleOnAxes(tools, measure, base, next, rows, query, context));
  const bool has_samples = !samples.base.empty() && !samples.next.empty();
  if (next.measured.unit != Unit::kCount) return has_samples ? samples : values_only;
  // How many rows a view has of steps or ops is not counted in each step.
  const bool counts_rows = measure.function == MeasureFunction::kCount;
  const bool is_counted_in_each = has_samples && !(counts_rows && samples.of == NoiseOf::kSteps);
  if (is_counted_in_each && !(IsOneCount(samples.base) && IsOneCount(samples.next))) {
    return samples;
  }
  values_only.of = NoiseOf::kCount;
  // One sample does not tell whether others differ.
  const bool are_several = std::min(samples.base.size(), samples.next.size()) > 1;
  if (is_counted_in_each && are_several) values_only.counted_in = samples.of;
  return values_only;
}

absl::StatusOr<std::string> DescribeNoise(const CheckTools& tools, const MeasureExpression& measure,
                                          const SampledSide& base, const SampledSide& next,
                                          const Query& query, RunContext& context) {
  const std::string nothing = KnownNoise(NoiseOf::kNothing, {});
  const SampledView view = tools.view(measure);
  if (next.measured.unit == Unit::kCount) {
    const std::vector<double>&olds = base.measured.of_runs, &news = next.measured.of_runs;
    const bool are_runs = olds.size() > 1 && news.size() > 1;
    if (!are_runs || (IsOneCount(olds) && IsOneCount(news))) {
      return KnownNoise(NoiseOf::kCount, {.base_runs = olds.size(), .new_runs = news.size()});
    }
  }
  if (!view.takes_steps) return nothing;
  PROFILER_ASSIGN_OR_RETURN(const AxisPair axes,
                            SampleAxes(tools, measure, base, next, query, context));
  const bool are_runs = axes.next.kind == SampleKind::kRuns;
  const bool are_steps = view.rows_are_steps || (axes.next.kind == SampleKind::kSteps &&
                                                 !SampledColumn(measure, next.report).empty());
  if (!are_runs && !are_steps) return nothing;
  return KnownNoise(
      are_runs ? NoiseOf::kRuns : NoiseOf::kSteps,
      {axes.base.size(), axes.next.size(), axes.base.runs.size(), axes.next.runs.size(),
       SpreadOfRuns(base.measured.of_runs, base.measured.unit)});
}

}  // namespace profiler
