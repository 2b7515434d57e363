#include "profiler/render/text/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "profiler/render/column_text.h"
#include "profiler/render/display.h"
#include "profiler/render/marks.h"
#include "profiler/report/format_value.h"

namespace profiler {
namespace {

std::string RealText(double value, Unit unit) {
  if (!std::isfinite(value)) return "-";
  switch (unit) {
    case Unit::kShare:
      return fmt::format("{:.1f}%", 100 * value);
    case Unit::kPercent:
      return fmt::format("{:.1f}%", value);
    case Unit::kMicros:
      return FormatValue(static_cast<Value>(std::llround(value * 1e6)), unit);
    case Unit::kFlopsPerSecond:
      return fmt::format("{:.2f} Gflop/s", value / 1e9);
    case Unit::kBytesPerSecond:
      return fmt::format("{:.2f} GB/s", value / 1e9);
    case Unit::kBytes:
      return FormatValue(static_cast<Value>(std::llround(value)), unit);
    case Unit::kCount:
    case Unit::kNone:
      break;
  }
  return PlainReal(value);
}

// The maximum width of a name: names of kernels from C++ templates may have thousands of
// characters.
constexpr size_t kWidestName = 160;

// Names may be in any column of a query.
bool MayHoldNames(const Report& report, const ReportColumn& column) {
  const bool is_text = column.type == ColumnType::kText || column.type == ColumnType::kList;
  return report.rows_are_unnamed && is_text;
}

constexpr size_t kMostNumbers = 16;

void AppendPadded(std::string_view text, size_t width, bool right, bool last, std::string& out) {
  const size_t used = DisplayWidth(text);
  const size_t blanks = width > used ? width - used : 0;
  if (right) out.append(blanks, ' ');
  out += text;
  if (!right && !last) out.append(blanks, ' ');
}

}  // namespace

std::string IndentedName(const Row& row, bool unicode) {
  constexpr int32_t kMostLevels = 24;  // stacks may have thousands of levels
  const auto levels = static_cast<size_t>(std::min(row.depth, kMostLevels));
  return std::string(2 * levels, ' ') + Printable(row.name, unicode);
}

std::string SeriesCell(const ReportColumn& column, size_t row) {
  // Long series are sparklines, as their numbers would not be readable.
  if (column.series[row].size() > kMostNumbers) {
    const size_t width = std::min(column.series[row].size(), kWidestSparkline);
    return Sparkline(column.series[row], width, /*unicode=*/true,
                     column.role == ColumnRole::kFromLeast);
  }
  std::vector<std::string> values;
  for (double value : column.series[row]) values.push_back(RealText(value, column.unit));
  return fmt::format("{}", fmt::join(values, " "));
}

void AppendTextTable(const Report& report, std::string& out) {
  std::vector<const ReportColumn*> columns;
  for (const ReportColumn& column : report.columns) {
    if (!column.repeats_name) columns.push_back(&column);
  }
  const size_t count = columns.size();
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> cells(report.rows.size());
  const bool has_names = !report.rows_are_unnamed;
  size_t name_width = has_names ? DisplayWidth("name") : 0;
  std::vector<size_t> width(count);
  for (size_t c = 0; c < count; ++c) width[c] = DisplayWidth(TitleOf(*columns[c]));
  std::vector<ColumnText> texts;
  texts.reserve(columns.size());
  for (const ReportColumn* column : columns) texts.emplace_back(report, *column);
  for (size_t row = 0; row < report.rows.size(); ++row) {
    names.push_back(CutMiddle(IndentedName(report.rows[row], /*unicode=*/true), kWidestName, true));
    name_width = std::max(name_width, DisplayWidth(names.back()));
    for (size_t c = 0; c < count; ++c) {
      cells[row].push_back(texts[c](row));
      if (MayHoldNames(report, *columns[c])) {
        cells[row].back() = CutMiddle(cells[row].back(), kWidestName, /*unicode=*/true);
      }
      width[c] = std::max(width[c], DisplayWidth(cells[row].back()));
    }
  }
  const auto append_line = [&](std::string_view name, auto cell) {
    if (has_names) AppendPadded(name, name_width, false, count == 0, out);
    for (size_t c = 0; c < count; ++c) {
      if (has_names || c > 0) out += "  ";
      AppendPadded(cell(c), width[c], IsNumeric(*columns[c]), c + 1 == count, out);
    }
    out += '\n';
  };
  append_line("name", [&](size_t c) { return TitleOf(*columns[c]); });
  for (size_t row = 0; row < report.rows.size(); ++row) {
    append_line(names[row], [&](size_t c) { return std::string_view(cells[row][c]); });
  }
}

}  // namespace profiler
