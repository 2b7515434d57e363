#include "profiler/views/steps/step_summary.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/steps/steps.h"

namespace profiler {
namespace {

constexpr double kPicos = static_cast<double>(kPicosPerMicro);

std::vector<ReportColumn> SummaryColumns() {
  const auto time = [](std::string name, std::string title, std::string description) {
    return TableColumn(std::move(name), ColumnType::kReal, Unit::kMicros, std::move(title),
                       std::move(description));
  };
  return {
      TableColumn("steps", ColumnType::kNumber, Unit::kCount, "steps",
                  "how many steps have a value: partial ones are left out"),
      time("average_us", "average", "the mean over these steps"),
      TableColumn(
          "share", ColumnType::kReal, Unit::kShare, "of total",
          "the average, divided by that of total_us; of what is no part of it there is none"),
      time("median_us", "median", "the median over these steps"),
      time("deviation_us", "deviation",
           "the standard deviation of these steps, as of a sample; of one step there is none"),
      time("min_us", "min", "the least"),
      time("max_us", "max", "the greatest"),
  };
}

Summary OfColumn(const ReportColumn& column, const std::vector<char>& counts) {
  std::vector<double> values;
  for (size_t row = 0; row < counts.size(); ++row) {
    if (counts[row] == 0 || column.own[row] == kAbsent) continue;
    values.push_back(static_cast<double>(column.own[row]) / kPicos);
  }
  return SummaryOf(std::move(values));
}

bool HasColumn(const std::vector<ReportColumn>& columns, std::string_view name) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const ReportColumn& column) { return column.name == name; });
}

bool IsPart(std::string_view name) {
  return name == "total_us" || HasColumn(StepPartColumns(), name);
}

}  // namespace

Report StepSummary(const Report& steps, const std::vector<char>& counts,
                   const std::vector<ReportColumn>& shown) {
  Report summary = StartTable("statistics", "Over the steps that are not partial",
                              "a column of times", SummaryColumns());
  if (std::count(counts.begin(), counts.end(), 1) < 2) return summary;
  double total = std::nan("");
  for (const ReportColumn& column : steps.columns) {
    if (column.type != ColumnType::kNumber || column.unit != Unit::kMicros) continue;
    const Summary of = OfColumn(column, counts);
    if (column.name == "total_us") total = of.average;
    // What took no time is not worth a line.
    if (of.count == 0 || of.max == 0 || !HasColumn(shown, column.name)) continue;
    TableRow(summary, column.name)
        .Number(static_cast<Value>(of.count))
        .Real(of.average)
        .Real(IsPart(column.name) && total > 0 ? of.average / total : std::nan(""))
        .Real(of.median)
        .Real(of.deviation)
        .Real(of.min)
        .Real(of.max);
  }
  return summary;
}

}  // namespace profiler
