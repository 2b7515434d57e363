#include "profiler/sql/report_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "profiler/base/int128.h"
#include "profiler/base/output_text.h"
#include "profiler/report/finding_table.h"

namespace profiler::sql {
namespace {

Cell NumberCell(Value value, Unit unit) {
  if (value == kAbsent) return Cell::Null();
  if (unit == Unit::kMicros) {
    return Cell::Real(static_cast<double>(value) / static_cast<double>(kPicosPerMicro));
  }
  if (value > INT64_MAX || value < INT64_MIN) return Cell::Real(static_cast<double>(value));
  return Cell::Integer(static_cast<int64_t>(value));
}

Cell RealCell(double value) { return std::isfinite(value) ? Cell::Real(value) : Cell::Null(); }

// Lists are JSON, which SQLite's json functions read.
Cell ListCell(const std::vector<std::string>& items, std::string& text) {
  text = "[";
  for (const std::string& item : items) {
    if (text.size() > 1) text += ',';
    AppendJsonText(item, text);
  }
  text += ']';
  return Cell::Text(text);
}

Cell SeriesCell(const std::vector<double>& values, std::string& text) {
  text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ',';
    text += std::isfinite(value) ? fmt::format("{}", value) : "null";
  }
  text += ']';
  return Cell::Text(text);
}

Cell ValueCell(const Report& report, const FlatColumn& flat, size_t row, std::string& text) {
  const ReportColumn& column = *flat.source;
  switch (column.type) {
    case ColumnType::kReal:
      return RealCell(column.reals[row]);
    case ColumnType::kText:
      if (column.words[row].empty() && !column.keeps_empty) return Cell::Null();
      return Cell::Text(column.words[row]);
    case ColumnType::kFlag:
      return NumberCell(column.own[row], Unit::kNone);
    case ColumnType::kList:
      return ListCell(column.texts[row], text);
    case ColumnType::kSeries:
      return SeriesCell(column.series[row], text);
    case ColumnType::kNumber:
      break;
    case ColumnType::kInputShapeUses:
    case ColumnType::kTensor:
      return Cell::Null();
  }
  // As JSON has it: only a number is of the row itself.
  const bool is_own = flat.kind == ValueKind::kOwn || flat.kind == ValueKind::kShare;
  if (is_own && !report.rows[row].accounted) return Cell::Null();
  switch (flat.kind) {
    case ValueKind::kOwn:
      return NumberCell(column.own[row], column.unit);
    case ValueKind::kTotal:
      return NumberCell(column.total[row], column.unit);
    case ValueKind::kShare:
      return RealCell(column.share[row]);
    case ValueKind::kShareTotal:
      return RealCell(column.share_total[row]);
  }
  return Cell::Null();
}

CellType TypeOf(const FlatColumn& column) {
  if (column.type == "number") return CellType::kReal;
  const bool is_whole = column.type == "integer" || column.type == "boolean";
  return is_whole ? CellType::kInteger : CellType::kText;
}

}  // namespace

std::vector<TableColumn> ColumnsOf(const Report& empty) {
  std::vector<FlatColumn> flat = RowProperties(empty);
  for (FlatColumn& column : FlatColumns(empty)) flat.push_back(std::move(column));
  std::vector<TableColumn> columns;
  for (const FlatColumn& column : flat) {
    const bool is_known =
        std::any_of(columns.begin(), columns.end(),
                    [&](const TableColumn& other) { return other.name == column.name; });
    if (is_known || column.type == "input_shape_uses" || column.type == "tensor") continue;
    columns.push_back({.name = column.name,
                       .type = TypeOf(column),
                       .unit = std::string(column.unit),
                       .references = "",
                       .sentence = column.description,
                       .is_hidden = false});
  }
  return columns;
}

ReportCells::ReportCells(Report report, const std::vector<TableColumn>& columns)
    : report_(report.shape == Shape::kFindings ? FindingsTable(report) : std::move(report)) {
  using What = Read::What;
  static constexpr std::pair<std::string_view, What> kProperties[] = {
      {"name", What::kName},
      {"key", What::kKey},
      {"depth", What::kDepth},
      {"parent", What::kParent},
      {"accounted", What::kAccounted}};
  const std::vector<FlatColumn> properties = RowProperties(report_);
  const std::vector<FlatColumn> values = FlatColumns(report_);
  const auto find = [](const std::vector<FlatColumn>& in, std::string_view name) {
    return std::find_if(in.begin(), in.end(),
                        [&](const FlatColumn& one) { return one.name == name; });
  };
  for (const TableColumn& column : columns) {
    Read& read = read_.emplace_back();
    if (find(properties, column.name) != properties.end()) {
      for (const auto& [name, what] : kProperties) {
        if (name == column.name) read.what = what;
      }
      continue;
    }
    const auto value = find(values, column.name);
    if (value == values.end()) continue;
    read.what = What::kValue;
    read.column = *value;
  }
}

Cell ReportCells::At(size_t row, size_t column, std::string& text) const {
  const Row& of = report_.rows[row];
  switch (const Read& read = read_[column]; read.what) {
    case Read::What::kNothing:
      return Cell::Null();
    case Read::What::kName:
      return Cell::Text(of.name);
    case Read::What::kKey:
      return ListCell(KeyOf(report_, row), text);
    case Read::What::kDepth:
      return Cell::Integer(of.depth);
    case Read::What::kParent:
      return of.parent < 0 ? Cell::Null() : Cell::Integer(of.parent);
    case Read::What::kAccounted:
      return Cell::Integer(of.accounted ? 1 : 0);
    case Read::What::kValue:
      return ValueCell(report_, read.column, row, text);
  }
  return Cell::Null();
}

}  // namespace profiler::sql
