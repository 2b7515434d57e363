#include "profiler/render/pretty/roof_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "profiler/render/display.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

struct Point {
  std::string_view name;
  double intensity, flops_per_second;  // both above 0
};
struct Roof {
  std::string_view name;
  double flops_per_second, bytes_per_second;  // both above 0
};
struct RoofChart {
  std::vector<Point> points;  // the most important first
  std::vector<Roof> roofs;
};

constexpr size_t kMargin = 13;  // for the labels of the vertical axis
constexpr size_t kLeastCells = 24, kMostCells = 100, kLines = 16;
constexpr size_t kNamedPoints = 5;
constexpr double kMostDecades = 24;  // of an axis; what lies beyond is left out

// An axis from 10^first to 10^last in a number of cells.
class LogAxis {
 public:
  LogAxis(double least, double greatest, size_t cells)
      : first_(std::floor(std::log10(least))),
        last_(
            std::max(first_ + 1, std::min(first_ + kMostDecades, std::ceil(std::log10(greatest))))),
        cells_(cells) {}

  // The cell of a value; -1 or the number of cells of one that lies outside.
  ptrdiff_t CellOf(double value) const {
    const double part = (std::log10(value) - first_) / (last_ - first_);
    const double cell = std::floor(part * static_cast<double>(cells_ - 1) + 0.5);
    return static_cast<ptrdiff_t>(std::clamp(cell, -1.0, static_cast<double>(cells_)));
  }
  // The value in the middle of a cell.
  double ValueOf(size_t cell) const {
    const double part = static_cast<double>(cell) / static_cast<double>(cells_ - 1);
    return std::pow(10, first_ + part * (last_ - first_));
  }
  // The power of ten that lies in the cell; NaN if none does.
  double DecadeIn(size_t cell) const {
    for (double power = first_; power <= last_; ++power) {
      if (CellOf(std::pow(10, power)) == static_cast<ptrdiff_t>(cell)) return std::pow(10, power);
    }
    return std::numeric_limits<double>::quiet_NaN();
  }

 private:
  const double first_, last_;
  const size_t cells_;
};

const ReportColumn* RateColumn(const Report& table, Unit unit) {
  for (const ReportColumn& column : table.columns) {
    if (column.type == ColumnType::kReal && column.unit == unit && !column.not_available) {
      return &column;
    }
  }
  return nullptr;
}

// Calls take(name, flops per second, bytes per second) for the rows of a table that have both.
// Returns false if the table has no such columns.
template <typename Take>
bool ForEachRate(const Report& table, const Take& take) {
  const ReportColumn* const flops = RateColumn(table, Unit::kFlopsPerSecond);
  const ReportColumn* const bytes = RateColumn(table, Unit::kBytesPerSecond);
  if (flops == nullptr || bytes == nullptr) return false;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const double of_flops = flops->reals[row], of_bytes = bytes->reals[row];
    const bool is_known = of_flops > 0 && of_bytes > 0 && std::isfinite(of_flops / of_bytes) &&
                          std::isfinite(of_flops) && of_flops / of_bytes > 0;
    if (is_known) take(table.rows[row].name, of_flops, of_bytes);
  }
  return true;
}

RoofChart ChartOf(const Report& report) {
  RoofChart chart;
  ForEachRate(report, [&](std::string_view name, double flops, double bytes) {
    chart.points.push_back({name, flops / bytes, flops});
  });
  for (const Report& section : report.sections) {
    const auto add = [&](std::string_view name, double flops, double bytes) {
      chart.roofs.push_back({name, flops, bytes});
    };
    if (!chart.points.empty() && ForEachRate(section, add)) break;
  }
  return chart;
}

LogAxis IntensityAxis(const RoofChart& chart, size_t cells) {
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  const auto add = [&](double value) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  };
  for (const Point& point : chart.points) add(point.intensity);
  // Some of the roof on both sides of its ridge.
  for (const Roof& roof : chart.roofs) {
    add(0.25 * roof.flops_per_second / roof.bytes_per_second);
    add(4 * roof.flops_per_second / roof.bytes_per_second);
  }
  return {least, greatest, cells};
}

LogAxis RateAxis(const RoofChart& chart) {
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (const Point& point : chart.points) {
    least = std::min(least, point.flops_per_second);
    greatest = std::max(greatest, point.flops_per_second);
  }
  for (const Roof& roof : chart.roofs) {
    greatest = std::max(greatest, roof.flops_per_second);
  }
  return {least, greatest, kLines};
}

class RoofDrawing {
 public:
  RoofDrawing(const RoofChart& chart, const Screen& screen, size_t cells)
      : chart_(chart),
        screen_(screen),
        cells_(cells),
        x_(IntensityAxis(chart, cells)),
        y_(RateAxis(chart)),
        at_(kLines, std::vector<char>(cells, ' ')) {}

  void Append(std::string& out) {
    DrawRoofs();
    DrawPoints();
    for (size_t line = kLines; line-- > 0;) {
      const double label = y_.DecadeIn(line);
      const std::string text = std::isnan(label) ? "" : ScaledText(label, Unit::kFlopsPerSecond);
      out += fmt::format("{:>{}} {}", text, kMargin - 2, screen_.unicode ? "│" : "|");
      std::string cells;
      for (const char mark : at_[line]) cells += Glyph(mark);
      cells.erase(cells.find_last_not_of(' ') + 1);
      out += cells + '\n';
    }
    AppendHorizontalAxis(out);
    AppendLegend(out);
  }

 private:
  static constexpr char kSlope = '/', kFlat = '-', kPoint = 'o';

  std::string_view Glyph(const char& mark) const {
    if (!screen_.unicode) return {&mark, 1};
    switch (mark) {
      case kSlope:
        return "╱";
      case kFlat:
        return "─";
      case kPoint:
        return "•";
      default:
        return {&mark, 1};
    }
  }

  void Set(ptrdiff_t x, ptrdiff_t y, char mark) {
    const bool is_inside = x >= 0 && y >= 0 && x < static_cast<ptrdiff_t>(cells_) &&
                           y < static_cast<ptrdiff_t>(kLines);
    if (is_inside) at_[y][x] = mark;
  }

  void DrawRoofs() {
    for (const Roof& roof : chart_.roofs) {
      for (size_t cell = 0; cell < cells_; ++cell) {
        const double by_memory = x_.ValueOf(cell) * roof.bytes_per_second;
        const bool is_flat = by_memory >= roof.flops_per_second;
        Set(static_cast<ptrdiff_t>(cell), y_.CellOf(is_flat ? roof.flops_per_second : by_memory),
            is_flat ? kFlat : kSlope);
      }
    }
  }

  // The most important last, so that they stay visible.
  void DrawPoints() {
    for (size_t i = chart_.points.size(); i-- > 0;) {
      const Point& point = chart_.points[i];
      const char mark = i < kNamedPoints ? static_cast<char>('1' + i) : kPoint;
      Set(x_.CellOf(point.intensity), y_.CellOf(point.flops_per_second), mark);
    }
  }

  void AppendHorizontalAxis(std::string& out) const {
    out += std::string(kMargin - 1, ' ') + (screen_.unicode ? "└" : "+");
    std::string labels;
    for (size_t cell = 0; cell < cells_; ++cell) {
      const double decade = x_.DecadeIn(cell);
      const bool is_tick = !std::isnan(decade);
      out += screen_.unicode ? (is_tick ? "┴" : "─") : (is_tick ? "+" : "-");
      if (!is_tick || labels.size() > cell) continue;
      const std::string label = fmt::format("{:g}", decade);
      if (cell + label.size() > cells_) continue;
      labels += std::string(cell - labels.size(), ' ') + label + ' ';
    }
    out += '\n' + std::string(kMargin, ' ') + labels;
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n' + std::string(kMargin, ' ') + "flops per byte\n";
  }

  void AppendLine(const std::string& mark, std::string_view name, const std::string& facts,
                  std::string& out) const {
    const size_t taken = mark.size() + facts.size() + 3;
    const size_t room = screen_.width > taken + 8 ? screen_.width - taken : 8;
    out += fmt::format("{} {}: {}\n", mark,
                       CutMiddle(Printable(name, screen_.unicode), room, screen_.unicode), facts);
  }

  void AppendLegend(std::string& out) const {
    for (size_t i = 0; i < std::min(chart_.points.size(), kNamedPoints); ++i) {
      const Point& point = chart_.points[i];
      AppendLine(
          fmt::format("{}", i + 1), point.name,
          fmt::format("{} at {:.3g} flops per byte",
                      ScaledText(point.flops_per_second, Unit::kFlopsPerSecond), point.intensity),
          out);
    }
    for (const Roof& roof : chart_.roofs) {
      AppendLine("roof", roof.name,
                 fmt::format("{}, {}", ScaledText(roof.flops_per_second, Unit::kFlopsPerSecond),
                             ScaledText(roof.bytes_per_second, Unit::kBytesPerSecond)),
                 out);
    }
  }

  const RoofChart& chart_;
  const Screen& screen_;
  const size_t cells_;
  const LogAxis x_, y_;
  std::vector<std::vector<char>> at_;  // by line from below, then by cell
};

}  // namespace

void AppendRoofChart(const Report& report, const Screen& screen, std::string& out) {
  const RoofChart chart = ChartOf(report);
  if (chart.points.empty() || chart.roofs.empty()) return;
  if (screen.width < kMargin + kLeastCells) return;
  out += '\n';
  RoofDrawing(chart, screen, std::min(screen.width - kMargin, kMostCells)).Append(out);
}

}  // namespace profiler
