#include "profiler/views/trees/statistic_columns.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/views/trees/columns.h"

namespace profiler {
namespace {

void AddStepColumns(const OpValues& values, Report& report) {
  const std::string steps = StepList(values.steps->numbers());
  std::vector<ReportColumn> columns;
  for (ReportColumn& column : report.columns) {
    // Runs and definitions are adjacent columns of the same measure, so one series follows both.
    const bool counts_runs =
        column.measure == Measure::kOccurrence && column.role != ColumnRole::kDefinedCount;
    const bool by_step = column.type == ColumnType::kNumber && !column.not_available &&
                         column.measure != Measure::kParams && !counts_runs;
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

std::vector<double> ReportedSeries(const StepSeries& series, Unit unit) {
  std::vector<double> reported;
  reported.reserve(series.size() - 1);
  const double one = unit == Unit::kMicros ? kPicosPerMicro : 1;
  for (size_t s = 0; s + 1 < series.size(); ++s) {
    reported.push_back(series[s] == kAbsent ? std::nan("") : static_cast<double>(series[s]) / one);
  }
  return reported;
}

void AddStatistic(const StepSource& source, const OpValues& values, Report& report) {
  if (source.statistic == Statistic::kPerStep) {
    AddStepColumns(values, report);
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
