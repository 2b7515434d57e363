#include "profiler/report/facets.h"

#include <fmt/format.h>

namespace profiler {
namespace {

std::string DescribeTotal(const ReportColumn& column, Shape shape) {
  return fmt::format("{} of this row and all {} it", column.name,
                     shape == Shape::kTree ? "below" : "ranked after");
}

std::string DescribeShare(std::string_view of, const ReportColumn& column) {
  return fmt::format("{} as a part of the {} of all accounted rows, 0 to 1", of, column.name);
}

void AddFacets(const Report& report, const ReportColumn& column, std::vector<FlatColumn>& out) {
  const bool is_ranked = report.shape == Shape::kRanked;
  const bool is_table = report.shape != Shape::kTree && !is_ranked;
  const auto exists = [&](const auto& values, bool by_shape) {
    return report.rows.empty() ? by_shape : !values.empty();
  };
  const std::string_view unit = Name(column.unit);
  const std::string_view type = column.unit == Unit::kMicros ? "number" : "integer";
  const std::string total = "total_" + column.name;
  // How often something ran is ranked without shares.
  const bool shared = is_ranked && column.field != Field::kOccurrence;

  if (exists(column.own, true)) {
    out.push_back({column.name, unit, type, column.description, Facet::kOwn, &column});
  }
  if (is_table) return;
  if (exists(column.total, column.field != Field::kOccurrence || !is_ranked)) {
    out.push_back({total, unit, type, DescribeTotal(column, report.shape), Facet::kTotal, &column});
  }
  if (exists(column.share, shared)) {
    out.push_back({"share_" + column.name, "1", "number", DescribeShare(column.name, column),
                   Facet::kShare, &column});
  }
  if (exists(column.share_total, shared)) {
    out.push_back({"share_" + total, "1", "number", DescribeShare(total, column),
                   Facet::kShareTotal, &column});
  }
}

// The type of what a row has in a column that is not of numbers, as machine formats call it.
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

// The view left it empty.
bool IsEmpty(const ReportColumn& column) {
  return (column.type == ColumnType::kList && column.texts.empty()) ||
         (column.type == ColumnType::kInputShapeUses && column.uses.empty());
}

}  // namespace

std::vector<FlatColumn> RowProperties(const Report& report) {
  std::vector<FlatColumn> columns = {
      {"name", "", "string", report.description},
      {"key", "", "list", "the path to the row, by which it is found in another report"},
  };
  if (report.shape == Shape::kTree) {
    columns.push_back({"depth", "1", "integer", "how far below the root the row stands"});
    columns.push_back({"parent", "", "integer", "the number of the row above it, from 0"});
    columns.push_back(
        {"accounted", "", "boolean",
         "whether the row's own values are part of the answer; if not, they are null"});
  }
  return columns;
}

std::vector<FlatColumn> Facets(const Report& report) {
  std::vector<FlatColumn> columns;
  for (const ReportColumn& column : report.columns) {
    if (column.not_available) continue;
    if (column.type == ColumnType::kNumber) {
      AddFacets(report, column, columns);
      continue;
    }
    if (IsEmpty(column) && !report.rows.empty()) continue;
    const bool has_unit = column.type == ColumnType::kReal || column.type == ColumnType::kSeries;
    columns.push_back({column.name, has_unit ? Name(column.unit) : "", TypeName(column.type),
                       column.description, Facet::kOwn, &column});
  }
  return columns;
}

}  // namespace profiler
