#include "profiler/compare/check/side_samples.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/compare/check/measured_runs.h"
#include "profiler/compare/measure/functions.h"
#include "profiler/report/row_filter.h"
#include "profiler/report/value_kinds.h"

namespace profiler {
namespace {

// Samples are subtracted from each other and sorted: infinite ones would give NaN, which has no
// place in an order.
void KeepFinite(std::vector<double>& values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
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

TableSamples::Function OverKnown(MeasureFunction function) {
  return [function](const std::vector<double>& values) {
    std::vector<double> known = values;
    std::erase_if(known, [](double value) { return std::isnan(value); });
    return Evaluate(function, std::move(known), 0);
  };
}

}  // namespace

SideSamples::SideSamples(const CheckTools& tools, const MeasureExpression& measure,
                         const SampledSide& side, SampleAxis axis, const Query& query,
                         RunContext& context)
    : tools_(tools),
      measure_(measure),
      side_(side),
      axis_(std::move(axis)),
      query_(query),
      context_(context),
      column_(SampledColumn(measure, side.report)) {}

absl::StatusOr<std::vector<double>> SideSamples::InRuns(const RowsOfSide& rows) {
  if (!in_runs_) {
    PROFILER_ASSIGN_OR_RETURN(in_runs_, MeasureRuns(tools_, measure_, axis_,
                                                    side_.measured.is_per_step, query_, context_));
  }
  std::vector<double> values;
  // The key of what is one row of several runs may be that of the first run alone (run_medians.cc).
  const std::vector<MeasuredRow>& all = side_.measured.rows;
  const bool is_each = measure_.function == MeasureFunction::kEach;
  const bool is_by_name = is_each && std::count_if(all.begin(), all.end(), [&](const auto& row) {
                                       return row.name == rows.front()->name;
                                     }) == 1;
  for (const Measured& measured : *in_runs_) {
    if (measure_.function != MeasureFunction::kEach) {
      values.push_back(measured.value);
      continue;
    }
    for (const MeasuredRow& row : measured.rows) {
      const bool is_same =
          is_by_name ? row.name == rows.front()->name : row.key == rows.front()->key;
      if (is_same) values.push_back(row.value);
    }
  }
  KeepFinite(values);
  return values;
}

absl::StatusOr<std::vector<double>> SideSamples::InSteps(const RowsOfSide& rows) {
  std::vector<double> values;
  if (column_.empty()) return values;
  if (tools_.view(measure_).has_series) {
    PROFILER_ASSIGN_OR_RETURN(const ViewSamples* const samples, TakeSteps(/*with_series=*/true));
    values = StepsOf(*samples, rows);
    if (!values.empty()) return values;
  }
  // Not all columns have series; the view can be asked for each step.
  PROFILER_ASSIGN_OR_RETURN(const ViewSamples* const samples, TakeSteps(/*with_series=*/false));
  return StepsOf(*samples, rows);
}

absl::StatusOr<std::vector<std::vector<double>>> SideSamples::InStepsOfRuns(
    const RowsOfSide& rows) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<double> values, InSteps(rows));
  std::vector<std::vector<double>> runs;
  if (values.size() != axis_.steps.size()) return runs;
  size_t begin = 0;
  for (const size_t end : axis_.RunEnds()) {
    runs.emplace_back(values.begin() + static_cast<ptrdiff_t>(begin),
                      values.begin() + static_cast<ptrdiff_t>(end));
    begin = end;
  }
  return runs;
}

// Those of one number are one sample, because several processes of a run recorded the step; of
// several runs each row is a sample.
std::vector<double> SideSamples::OfRows(const RowsOfSide& rows) const {
  const bool is_one_run = axis_.runs.size() < 2;
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

absl::StatusOr<const ViewSamples*> SideSamples::TakeSteps(bool with_series) {
  std::optional<ViewSamples>& taken = with_series ? from_series_ : step_by_step_;
  if (taken) return &*taken;
  PROFILER_ASSIGN_OR_RETURN(const Query own, tools_.queries(measure_, query_));
  SampledView view = tools_.view(measure_);
  view.has_series = with_series;
  PROFILER_ASSIGN_OR_RETURN(
      taken, SampleView(tools_.answerer, view, axis_, WholeTable(own), {column_}, context_));
  return &*taken;
}

std::vector<double> SideSamples::StepsOf(const ViewSamples& samples, const RowsOfSide& rows) {
  const TableSamples* const table = samples.Find(side_.report.view);
  const auto* const column = table == nullptr ? nullptr : table->FindColumn(column_);
  if (column == nullptr) return {};
  if (!ids_) ids_ = RowIdsOf(side_.report);
  std::vector<size_t> sampled;
  for (const MeasuredRow* const row : rows) {
    if (const std::optional<size_t> at = table->Find((*ids_)[row->at])) sampled.push_back(*at);
  }
  if (sampled.empty()) return {};
  std::vector<double> values;
  if (measure_.function != MeasureFunction::kShare) {
    values = table->Over(sampled, *column, OverKnown(measure_.function));
  } else {
    std::vector<size_t> all(table->rows.size());
    std::iota(all.begin(), all.end(), size_t{0});
    const std::vector<double> whole = table->Over(all, *column, OverKnown(MeasureFunction::kSum));
    values = table->Over(sampled, *column, OverKnown(MeasureFunction::kSum));
    for (size_t i = 0; i < values.size(); ++i) values[i] /= whole[i];
  }
  KeepFinite(values);
  return values;
}

}  // namespace profiler
