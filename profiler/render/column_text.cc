#include "profiler/render/column_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "profiler/render/display.h"
#include "profiler/render/marks.h"

namespace profiler {
namespace {

constexpr size_t kMostInCell = 16;

std::string SeriesText(const ReportColumn& column, size_t row, const ColumnScale& scale) {
  const std::vector<double>& series = column.series[row];
  // Long series are sparklines, as their numbers would not be readable, and so are series whose
  // unit depends on the row.
  if (series.size() > kMostInCell || column.unit == Unit::kNone) {
    return Sparkline(series, std::min(series.size(), kWidestSparkline), /*unicode=*/true,
                     column.role == ColumnRole::kFromLeast);
  }
  std::vector<std::string> values;
  values.reserve(series.size());
  for (const double value : series) values.push_back(scale.Text(value));
  return fmt::format("{}", fmt::join(values, " "));
}

}  // namespace

ColumnScale ScaleOf(const Report& report, const ReportColumn& column) {
  std::vector<double> values = column.reals;
  if (column.type == ColumnType::kNumber) {
    for (size_t row = 0; row < column.own.size(); ++row) {
      if (report.rows[row].accounted) values.push_back(ScalableValue(column.own[row], column.unit));
    }
    if (report.shape == Shape::kTree) {
      for (const Value value : column.total) values.push_back(ScalableValue(value, column.unit));
    }
  }
  for (const std::vector<double>& series : column.series) {
    values.insert(values.end(), series.begin(), series.end());
  }
  return {column.unit, std::move(values), column.role};
}

ColumnText::ColumnText(const Report& report, const ReportColumn& column)
    : column_(column), scale_(ScaleOf(report, column)) {}

std::string ColumnText::operator()(size_t row) const {
  switch (column_.type) {
    case ColumnType::kNumber:
      if (column_.unit == Unit::kNone) return ScaledText(column_.own[row], column_.unit);
      return scale_.Text(ScalableValue(column_.own[row], column_.unit));
    case ColumnType::kReal:
      return scale_.Text(column_.reals[row]);
    case ColumnType::kFlag:
      return column_.own[row] == kAbsent ? "-" : column_.own[row] == 0 ? "no" : "yes";
    case ColumnType::kText:
      return column_.words[row].empty() ? "-" : Printable(column_.words[row], /*unicode=*/true);
    case ColumnType::kList:
      return Printable(fmt::format("{}", fmt::join(column_.texts[row], "|")), /*unicode=*/true);
    case ColumnType::kSeries:
      return SeriesText(column_, row, scale_);
    case ColumnType::kInputShapeUses:
    case ColumnType::kTensor:
      break;
  }
  return "";
}

}  // namespace profiler
