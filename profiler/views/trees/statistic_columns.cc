#include "profiler/views/trees/statistic_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/views/trees/columns.h"

namespace profiler {
namespace {

bool HasSeries(const StepSource& source, Measure measure) {
  return std::find(source.series.begin(), source.series.end(), measure) != source.series.end();
}

void AddStepColumns(const StepSource& source, const OpValues& values, Report& report) {
  const std::string steps = StepList(values.steps->numbers());
  std::vector<ReportColumn> columns;
  for (ReportColumn& column : report.columns) {
    // Runs and definitions are adjacent columns of the same measure, so one series follows both.
    const bool counts_runs =
        column.measure == Measure::kOccurrence && column.role != ColumnRole::kDefinedCount;
    const bool by_step = column.type == ColumnType::kNumber && !column.not_available &&
                         column.measure && HasSeries(source, *column.measure) && !counts_runs;
    columns.push_back(std::move(column));
    if (!by_step) continue;
    const ReportColumn& of = columns.back();
    ReportColumn series;
    series.measure = of.measure;
    const std::string_view measured =
        of.measure == Measure::kOccurrence ? kRunCount : std::string_view(of.name);
    series.name = StepSeriesName(measured);
    series.type = ColumnType::kSeries;
    series.unit = of.unit;
    series.title = "per step";
    series.description =
        fmt::format("{} of {} in each of the steps {}; null: nothing of it ran", measured,
                    report.shape == Shape::kTree ? "the row and all below it" : "the row", steps);
    columns.push_back(std::move(series));
  }
  report.columns = std::move(columns);
}

}  // namespace

void ScaleSeries(Unit unit, std::vector<double>& series) {
  if (unit != Unit::kMicros) return;
  for (double& value : series) value /= kPicosPerMicro;
}

std::vector<double> ReportedSeries(const StepSeries& series, Unit unit) {
  std::vector<double> reported = RealSeries(series);
  ScaleSeries(unit, reported);
  return reported;
}

void AddStatistic(const StepSource& source, const OpValues& values, Report& report) {
  if (!source.series.empty()) {
    AddStepColumns(source, values, report);
    report.notes.push_back({"per_step", Severity::kInfo,
                            fmt::format("values per step are of the steps {}, in this order",
                                        StepList(values.steps->numbers()))});
  }
  if (AddsUp(source.statistic)) return;
  report.notes.push_back(
      {"statistic_of_rows", Severity::kInfo,
       fmt::format(
           "-stat {}: each value is of its own row, over the steps in which anything of it "
           "ran, so rows do not add up to those above them{}",
           Info(source.statistic).name,
           values.has_outside ? "; what ran outside every step is in no row above it" : "")});
}

}  // namespace profiler
