#include "profiler/report/value_kinds.h"

#include <fmt/format.h>

namespace profiler {
namespace {

// Whether the column has values of that kind.
bool IsFilled(const ReportColumn& column, ValueKind kind) {
  switch (kind) {
    case ValueKind::kOwn:
      return !column.own.empty();
    case ValueKind::kTotal:
      return !column.total.empty();
    case ValueKind::kShare:
      return !column.share.empty();
    case ValueKind::kShareTotal:
      return !column.share_total.empty();
  }
  return false;
}

std::string Describe(ValueKind kind, const ReportColumn& column, Shape shape) {
  const auto share = [&](std::string_view of) {
    return fmt::format("{} as a part of the {} of all accounted rows, 0 to 1", of, column.name);
  };
  switch (kind) {
    case ValueKind::kOwn:
      return column.description;
    case ValueKind::kTotal:
      return fmt::format("{} of this row and all {} it", column.name,
                         shape == Shape::kTree ? "below" : "ranked after");
    case ValueKind::kShare:
      return share(column.name);
    case ValueKind::kShareTotal:
      return share(NameOf(ValueKind::kTotal, column.name)) +
             (shape == Shape::kTree ? "" : ": of this row and all ranked after it");
  }
  return "";
}

void AddNumberColumn(const Report& report, const ReportColumn& column,
                     std::vector<FlatColumn>& out) {
  const std::string_view type = column.unit == Unit::kMicros ? "number" : "integer";
  for (const ValueKind kind : ValueKinds(report.shape, column)) {
    if (!report.rows.empty() && !IsFilled(column, kind)) continue;
    out.push_back({NameOf(kind, column.name), IsShare(kind) ? "1" : Name(column.unit),
                   IsShare(kind) ? "number" : type, Describe(kind, column, report.shape), kind,
                   &column, true});
  }
}

// The name of the type in machine formats. Not for columns of type kNumber.
std::string_view TypeName(ColumnType type) {
  switch (type) {
    case ColumnType::kNumber:
    case ColumnType::kReal:
      return "number";
    case ColumnType::kFlag:
      return "boolean";
    case ColumnType::kText:
      return "string";
    case ColumnType::kList:
      return "list";
    case ColumnType::kSeries:
      return "series";
    case ColumnType::kInputShapeUses:
      return "input_shape_uses";
    case ColumnType::kTensor:
      return "tensor";
  }
  return "";
}

// Whether the view left the column empty.
bool IsEmpty(const ReportColumn& column) {
  return (column.type == ColumnType::kList && column.texts.empty()) ||
         (column.type == ColumnType::kInputShapeUses && column.uses.empty());
}

}  // namespace

std::vector<ValueKind> ValueKinds(Shape shape, const ReportColumn& column) {
  using enum ValueKind;
  if (shape == Shape::kTree) return {kOwn, kTotal};
  // Run counts have no shares.
  if (shape == Shape::kRanked && column.measure != Measure::kOccurrence) {
    return {kOwn, kTotal, kShare, kShareTotal};
  }
  return {kOwn};
}

std::string NameOf(ValueKind kind, std::string_view name) {
  switch (kind) {
    case ValueKind::kOwn:
      break;
    case ValueKind::kTotal:
      return fmt::format("total_{}", name);
    case ValueKind::kShare:
      return fmt::format("share_{}", name);
    case ValueKind::kShareTotal:
      return fmt::format("share_total_{}", name);
  }
  return std::string(name);
}

std::vector<FlatColumn> RowProperties(const Report& report) {
  if (report.rows_are_unnamed) return {};
  std::vector<FlatColumn> columns = {
      {"name", "", "string", report.description},
      {"key", "", "list", "the path to the row, by which it is found in another report"},
  };
  if (report.shape == Shape::kTree) {
    columns.push_back({"depth", "1", "integer", "the row's depth below the root", ValueKind::kOwn,
                       nullptr, true});
    columns.push_back({"parent", "", "integer", "the number of the row above it, from 0",
                       ValueKind::kOwn, nullptr, true});
    columns.push_back(
        {"accounted", "", "boolean",
         "whether the row's own values are part of the answer; if not, they are null"});
  }
  return columns;
}

std::vector<FlatColumn> FlatColumns(const Report& report) {
  std::vector<FlatColumn> columns;
  for (const ReportColumn& column : report.columns) {
    if (column.not_available) continue;
    if (column.type == ColumnType::kNumber) {
      AddNumberColumn(report, column, columns);
      continue;
    }
    if (IsEmpty(column) && !report.rows.empty()) continue;
    const bool has_unit = column.type == ColumnType::kReal || column.type == ColumnType::kSeries;
    columns.push_back({column.name, has_unit ? Name(column.unit) : "", TypeName(column.type),
                       column.description, ValueKind::kOwn, &column,
                       column.type == ColumnType::kReal});
  }
  return columns;
}

}  // namespace profiler
