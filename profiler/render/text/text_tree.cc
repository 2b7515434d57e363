#include "profiler/render/text/text_tree.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "profiler/render/row_parts.h"
#include "profiler/render/tensor_text.h"
#include "profiler/render/text/measure_text.h"
#include "profiler/render/text/text_table.h"
#include "profiler/report/format_value.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The text of a word or of a real number, such as a ratio.
std::string PlainCell(const ReportColumn& column, size_t row) {
  if (column.type == ColumnType::kText) {
    return column.words[row].empty() ? "-" : column.words[row];
  }
  if (std::isnan(column.reals[row])) return "-";
  return column.unit == Unit::kNone ? fmt::format("{:.3g}", column.reals[row])
                                    : ScaledText(column.reals[row], column.unit);
}

class TreeText {
 public:
  explicit TreeText(const Report& report) : report_(report) {
    for (const ReportColumn& column : report.columns) cells_.push_back(CellOf(column));
  }

  void AppendRows(size_t first, size_t last, std::string& out) {
    out.reserve(out.size() + SizeOfRows(first, last));
    for (size_t row = first; row < last; ++row) AppendRow(row, out);
  }

  // An estimate of the length of the rows' text.
  size_t SizeOfRows(size_t first, size_t last) const {
    constexpr size_t kCell = 24;
    size_t size = (last - first) * (4 + kCell * cells_.size());
    for (size_t row = first; row < last; ++row) {
      size += 2 * static_cast<size_t>(report_.rows[row].depth) + report_.rows[row].name.size();
    }
    return size;
  }

 private:
  enum class Cell : uint8_t {
    kNone,
    kShape,
    kTensor,
    kNotAvailable,
    kRuns,
    kSeries,
    kList,
    kPlain,
    kPair
  };

  void AppendRow(size_t row, std::string& out) {
    out.append(2 * static_cast<size_t>(report_.rows[row].depth), ' ');
    out += report_.rows[row].name;
    out += " (";
    is_first_ = true;
    // A variable's shape precedes its parameters.
    for (size_t c = 0; c < cells_.size(); ++c) {
      const ReportColumn& column = report_.columns[c];
      if (cells_[c] != Cell::kShape || column.texts[row].empty()) continue;
      Begin(out);
      AppendJoined(column.texts[row], 'x', out);
    }
    for (size_t c = 0; c < cells_.size(); ++c) AddCell(c, row, out);
    out += ")\n";
    for (size_t c = 0; c < cells_.size(); ++c) {
      const ReportColumn& column = report_.columns[c];
      if (cells_[c] == Cell::kTensor && column.tensors[row].has_value()) {
        out += FormatTensor(*column.tensors[row]).text;
      }
    }
  }

  static Cell CellOf(const ReportColumn& column) {
    if (column.role == ColumnRole::kShape) return Cell::kShape;
    if (column.role == ColumnRole::kDefinedCount) return Cell::kNone;  // printed with the runs
    if (column.type == ColumnType::kTensor) return Cell::kTensor;
    if (column.not_available) return Cell::kNotAvailable;
    if (CountsRuns(column)) return Cell::kRuns;
    if (column.type == ColumnType::kSeries) return Cell::kSeries;
    if (column.type == ColumnType::kReal || column.type == ColumnType::kText) return Cell::kPlain;
    return column.type == ColumnType::kList ? Cell::kList : Cell::kPair;
  }

  void Begin(std::string& out) {
    if (!is_first_) out += ", ";
    is_first_ = false;
  }
  static void AppendJoined(const std::vector<std::string>& texts, char separator,
                           std::string& out) {
    for (size_t i = 0; i < texts.size(); ++i) {
      if (i > 0) out += separator;
      out += texts[i];
    }
  }
  char* Put(Value value, Unit unit, char* at) const {
    return PutValue(value == kAbsent && report_.absent_as_zero ? 0 : value, unit, at);
  }
  // Appends the row's own value and total as "own/total".
  void AppendPair(const ReportColumn& column, Unit unit, size_t row, std::string& out) const {
    std::array<char, 2 * kMostValueText + 1> pair;
    char* at = pair.data();
    if (report_.rows[row].accounted) {
      at = Put(column.own[row], unit, at);
    } else {
      *at++ = '-';
      *at++ = '-';
    }
    *at++ = '/';
    out.append(pair.data(), Put(column.total[row], unit, at));
  }

  void AddCell(size_t c, size_t row, std::string& out) {
    const ReportColumn& column = report_.columns[c];
    switch (cells_[c]) {
      case Cell::kNone:
      case Cell::kShape:
      case Cell::kTensor:  // tensors are printed below the row
        return;
      case Cell::kNotAvailable:
        Begin(out);
        out.append(SelectName(column)).append(" N/A in ").append(report_.view);
        out += " view";
        return;
      case Cell::kRuns:
        Begin(out);
        AppendPair(column, Unit::kCount, row, out);
        out += '|';
        AppendPair(report_.columns[c + 1], Unit::kCount, row, out);
        return;
      case Cell::kSeries:
        Begin(out);
        out += '[';
        out += SeriesCell(column, row);
        out += ']';
        return;
      case Cell::kList:
        if (column.role == ColumnRole::kDevices && column.texts[row].empty()) return;
        Begin(out);
        AppendJoined(column.texts[row], '|', out);
        return;
      case Cell::kPlain:
        Begin(out);
        out += PlainCell(column, row);
        return;
      case Cell::kPair:
        Begin(out);
        AppendPair(column, column.unit, row, out);
        out += SuffixOf(column, Shape::kTree);
        return;
    }
  }

  const Report& report_;
  std::vector<Cell> cells_;  // by column
  bool is_first_ = true;     // the row's brackets are still empty
};

}  // namespace

void AppendTextTree(const Report& report, const RenderContext& context, std::string& out) {
  AppendRowParts(
      report.rows.size(), context,
      [&](size_t first, size_t last, std::string& part) {
        TreeText(report).AppendRows(first, last, part);
      },
      out);
}

}  // namespace profiler
