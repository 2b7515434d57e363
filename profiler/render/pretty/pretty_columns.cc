#include "profiler/render/pretty/pretty_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/base/input_shape_use.h"
#include "profiler/render/column_text.h"
#include "profiler/render/display.h"
#include "profiler/render/marks.h"
#include "profiler/render/tensor_text.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr size_t kBarWidth = 10;
constexpr size_t kLeastText = 12, kLeastSeries = 8, kMostSeries = 100;
constexpr double kHot = 0.25, kWarm = 0.05;
constexpr size_t kTensorValues = 8;  // more do not fit on a line

GridCell RealCell(double value, const ColumnScale& scale) {
  return {scale.Text(value), std::isfinite(value) && value != 0 ? Style::kPlain : Style::kDim};
}

GridCell NumberCell(Value value, Unit unit, const ColumnScale& scale) {
  if (unit == Unit::kNone && value != kAbsent) return {ScaledText(value, unit)};
  return RealCell(ScalableValue(value, unit), scale);
}

GridCell FlagCell(Value value) {
  if (value == kAbsent) return {"-", Style::kDim};
  return {value == 0 ? "no" : "yes", value == 0 ? Style::kDim : Style::kPlain};
}

// Joins the texts. Empty items are shown, because ops that never ran have no device.
std::string ListText(const std::vector<std::string>& texts, std::string_view separator) {
  std::string text;
  for (const std::string& item : texts) {
    if (!text.empty()) text += separator;
    text += item.empty() ? "-" : item;
  }
  return text;
}

std::string UsesText(const std::vector<InputShapeUse>& uses) {
  std::string text;
  for (const InputShapeUse& use : uses) {
    if (!text.empty()) text += "; ";
    text += fmt::format("{} (runs {}, ops {}", ListText(use.shapes, " "),
                        ScaledText(use.runs, Unit::kCount), ScaledText(use.defined, Unit::kCount));
    if (use.time != kAbsent) text += ", " + ScaledText(use.time, Unit::kMicros);
    text += ')';
  }
  return text;
}

std::string TensorLine(const std::optional<TensorValue>& tensor) {
  if (!tensor.has_value()) return "";
  std::string text = fmt::format("{}[{}]", tensor->dtype, fmt::join(tensor->shape, "x"));
  const size_t shown = std::min(FormatTensor(*tensor).shown, kTensorValues);
  for (size_t i = 0; i < shown; ++i) text += ' ' + ExactText(*tensor, i);
  if (static_cast<int64_t>(shown) < tensor->count) text += " ...";
  return text;
}

std::string TextOf(const ReportColumn& column, size_t row) {
  switch (column.type) {
    case ColumnType::kText:
      return column.words[row];
    case ColumnType::kList:
      return ListText(column.texts[row], column.role == ColumnRole::kShape ? "x" : ", ");
    case ColumnType::kInputShapeUses:
      return UsesText(column.uses[row]);
    case ColumnType::kTensor:
      return TensorLine(column.tensors[row]);
    case ColumnType::kNumber:
    case ColumnType::kReal:
    case ColumnType::kFlag:
    case ColumnType::kSeries:
      break;
  }
  return "";
}

GridCell TextCell(std::string_view text, const Screen& screen) {
  if (text.empty()) return {"-", Style::kDim};
  return {Printable(text, screen.unicode)};
}

GridColumn SeriesColumn(const Report& report, const ReportColumn& column, const Screen& screen) {
  GridColumn result;
  result.title = PrettyTitle(report, column, screen);
  for (const auto& values : column.series) result.natural = std::max(result.natural, values.size());
  result.natural = std::min(result.natural, kMostSeries);
  result.least = kLeastSeries;
  result.cell = [&column, unicode = screen.unicode](size_t row, size_t width) {
    return GridCell{
        Sparkline(column.series[row], width, unicode, column.role == ColumnRole::kFromLeast)};
  };
  return result;
}

}  // namespace

std::string PrettyTitle(const Report& report, const ReportColumn& column, const Screen& screen) {
  const bool is_of_ops = report.shape == Shape::kTree || report.shape == Shape::kRanked;
  std::string title = is_of_ops || column.title.empty() ? column.name : column.title;
  if (is_of_ops) std::replace(title.begin(), title.end(), '_', ' ');
  return Printable(title, screen.unicode);
}

GridColumn CellsColumn(std::string title, bool right, std::vector<GridCell> cells, size_t least) {
  GridColumn column;
  column.title = std::move(title);
  column.right = right;
  column.least = least;
  for (const GridCell& cell : cells) {
    column.natural = std::max(column.natural, DisplayWidth(cell.text));
  }
  column.cell = [cells = std::move(cells)](size_t row, size_t) { return cells[row]; };
  return column;
}

GridColumn OwnColumn(const Report& report, const ReportColumn& column, const Screen& screen) {
  if (column.type == ColumnType::kSeries) return SeriesColumn(report, column, screen);
  const bool is_numeric = column.type == ColumnType::kNumber || column.type == ColumnType::kReal;
  const ColumnScale scale = ScaleOf(report, column);
  std::vector<GridCell> cells;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    if (column.type == ColumnType::kNumber) {
      const bool counts = report.rows[row].accounted;
      cells.push_back(NumberCell(counts ? column.own[row] : kAbsent, column.unit, scale));
    } else if (column.type == ColumnType::kReal) {
      cells.push_back(RealCell(column.reals[row], scale));
    } else if (column.type == ColumnType::kFlag) {
      cells.push_back(FlagCell(column.own[row]));
    } else {
      cells.push_back(TextCell(TextOf(column, row), screen));
    }
  }
  // A command that is cut cannot be typed.
  const bool can_be_cut =
      !is_numeric && column.type != ColumnType::kFlag && column.role != ColumnRole::kCommand;
  return CellsColumn(PrettyTitle(report, column, screen), is_numeric, std::move(cells),
                     can_be_cut ? kLeastText : 0);
}

GridColumn TotalColumn(const Report& report, const ReportColumn& column, const Screen& screen) {
  std::vector<GridCell> cells;
  cells.reserve(column.total.size());
  const ColumnScale scale = ScaleOf(report, column);
  for (const Value value : column.total) cells.push_back(NumberCell(value, column.unit, scale));
  return CellsColumn(PrettyTitle(report, column, screen) + " total", true, std::move(cells));
}

GridColumn PercentColumn(std::string title, const std::vector<double>& shares) {
  std::vector<GridCell> cells;
  cells.reserve(shares.size());
  const ColumnScale scale(Unit::kShare, {});
  for (const double share : shares) cells.push_back(RealCell(share, scale));
  return CellsColumn(std::move(title), true, std::move(cells));
}

GridColumn BarColumn(const std::vector<double>& shares, const Screen& screen) {
  std::vector<GridCell> cells;
  for (const double share : shares) {
    const Style heat = share > kHot ? Style::kRed : share > kWarm ? Style::kYellow : Style::kPlain;
    cells.push_back({ShareBar(share, kBarWidth, screen.unicode), heat});
  }
  GridColumn column = CellsColumn("", false, std::move(cells));
  column.natural = kBarWidth;
  column.is_data = false;
  return column;
}

}  // namespace profiler
