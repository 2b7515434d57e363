#include "profiler/compare/samples/asked_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "profiler/analysis/values/step_values.h"
#include "profiler/base/status.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

// The places in a series over the axis of steps of the values of each step of the ask.
std::vector<std::vector<uint32_t>> PlacesInSeries(const SampleAsk& ask, const SampleAxis& axis) {
  const StepAxis of_series(ask.selected);
  std::vector<std::vector<uint32_t>> places;
  for (const uint32_t step : ask.steps) {
    std::vector<uint32_t>& of_step = places.emplace_back();
    for (const StepId id : axis.steps[step].ids) {
      const uint32_t place = of_series.of_step[id.row()];
      if (place != StepAxis::kNone) of_step.push_back(place);
    }
    std::sort(of_step.begin(), of_step.end());
    of_step.erase(std::unique(of_step.begin(), of_step.end()), of_step.end());
  }
  return places;
}

// Of several hosts the mean, as the row's value is a mean over their steps.
double ValueInSeries(const std::vector<double>& series, const std::vector<uint32_t>& places) {
  double sum = 0;
  for (const uint32_t place : places) {
    const double value = place < series.size() ? series[place] : kAbsentReal;
    if (!std::isnan(value)) sum += value;
  }
  return places.empty() ? 0 : sum / static_cast<double>(places.size());
}

bool IsAsked(const std::vector<std::string>& columns, const std::string& name) {
  return columns.empty() || std::find(columns.begin(), columns.end(), name) != columns.end();
}

// A series in which nothing is known has no values; else nothing ran where there is none.
void ReadSeries(const ReportColumn& series, const std::vector<std::vector<uint32_t>>& places,
                std::vector<double>& values) {
  for (const std::vector<double>& of_row : series.series) {
    const bool is_known =
        std::any_of(of_row.begin(), of_row.end(), [](double value) { return !std::isnan(value); });
    for (const std::vector<uint32_t>& of_step : places) {
      values.push_back(is_known ? ValueInSeries(of_row, of_step) : kAbsentReal);
    }
  }
}

AskedTable ReadTable(const Report& report, const std::vector<std::string>& columns,
                     const std::vector<std::vector<uint32_t>>& places) {
  AskedTable table;
  table.id = report.view;
  table.rows = RowIdsOf(report);
  for (const ReportColumn& column : report.columns) {
    if (!IsMeasured(column) || !IsAsked(columns, column.name)) continue;
    const ReportColumn* const series = places.empty() ? nullptr : StepSeriesOf(report, column);
    if (!places.empty() && series == nullptr) continue;
    std::vector<double> values;
    values.reserve(report.rows.size() * std::max<size_t>(1, places.size()));
    if (series != nullptr) {
      ReadSeries(*series, places, values);
    } else {
      for (size_t row = 0; row < report.rows.size(); ++row) {
        values.push_back(MeasuredAt(column, row));
      }
    }
    table.columns.push_back({column.name, AddsUp(column), std::move(values)});
  }
  return table;
}

std::vector<AskedTable> ReadTables(const Report& report, const std::vector<std::string>& columns,
                                   const std::vector<std::vector<uint32_t>>& places) {
  std::vector<AskedTable> tables;
  if (HasOwnTable(report)) tables.push_back(ReadTable(report, columns, places));
  for (const Report& section : report.sections) {
    tables.push_back(ReadTable(section, columns, places));
  }
  return tables;
}

}  // namespace

std::vector<SampleAsk> AsksOf(const SampledView& view, const SampleAxis& axis) {
  std::vector<SampleAsk> asks;
  if (view.has_series) {
    for (uint32_t run = 0; run < axis.runs.size(); ++run) {
      asks.push_back({axis.runs[run].selected, run, {}});
    }
    for (uint32_t i = 0; i < axis.steps.size(); ++i) asks[axis.steps[i].run].steps.push_back(i);
    return asks;
  }
  for (uint32_t i = 0; i < axis.steps.size(); ++i) {
    const SampledStep& step = axis.steps[i];
    asks.push_back(
        {axis.runs[step.run].selected.WithSteps(StepSelection::One(step.number)), step.run, {i}});
  }
  return asks;
}

absl::StatusOr<std::vector<AskedTable>> AskTables(Answerer& answerer, const SampledView& view,
                                                  const SampleAsk& ask, const SampleAxis& axis,
                                                  Query query,
                                                  const std::vector<std::string>& columns,
                                                  RunContext& context) {
  PROFILER_RETURN_IF_ERROR(context.Check());
  query.selection = ask.selected.selection();
  if (view.has_series) query.statistic = Statistic::kPerStep;
  const absl::StatusOr<Report> report = answerer.Ask(view.name, ask.selected, query, context);
  if (absl::IsNotFound(report.status()) || absl::IsFailedPrecondition(report.status())) {
    return std::vector<AskedTable>();  // nothing of the view is in this step
  }
  PROFILER_RETURN_IF_ERROR(report.status());
  const auto places =
      view.has_series ? PlacesInSeries(ask, axis) : std::vector<std::vector<uint32_t>>();
  return ReadTables(*report, columns, places);
}

std::vector<AskedTable> TablesWithSeries(const Report& answer, const SampleAsk& ask,
                                         const SampleAxis& axis,
                                         const std::vector<std::string>& columns) {
  return ReadTables(answer, columns, PlacesInSeries(ask, axis));
}

}  // namespace profiler
