#include "profiler/render/flat_columns.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "profiler/query/measures.h"

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
    if (column.type == ColumnType::kTensor) {
      columns.push_back({column.name, "", "tensor", column.description, Facet::kOwn, &column});
      continue;
    }
    const bool is_list = column.type == ColumnType::kList;
    const bool is_empty = is_list ? column.texts.empty() : column.uses.empty();
    if (is_empty && !report.rows.empty()) continue;
    columns.push_back({column.name, "", is_list ? "list" : "input_shape_uses", column.description,
                       Facet::kOwn, &column});
  }
  return columns;
}

void AppendNumber(Value value, Unit unit, std::string& out) {
  if (unit != Unit::kMicros) {
    fmt::format_to(std::back_inserter(out), "{}", value);
    return;
  }
  const bool is_negative = value < 0;
  const Value magnitude = is_negative ? -value : value;
  const auto fraction = static_cast<int64_t>(magnitude % kPicosPerMicro);
  fmt::format_to(std::back_inserter(out), "{}{}", is_negative ? "-" : "",
                 magnitude / kPicosPerMicro);
  if (fraction == 0) return;
  fmt::format_to(std::back_inserter(out), ".{:06}", fraction);
  out.erase(out.find_last_not_of('0') + 1);
}

bool AppendCell(const Report& report, const FlatColumn& column, size_t row, std::string& out) {
  const ReportColumn& source = *column.source;
  const auto number = [&](Value value) {
    if (value == kAbsent) return false;
    AppendNumber(value, source.unit, out);
    return true;
  };
  const auto share = [&](double value) {
    if (!std::isfinite(value)) return false;
    fmt::format_to(std::back_inserter(out), "{}", value);
    return true;
  };
  const bool is_accounted = report.rows[row].accounted;
  switch (column.facet) {
    case Facet::kOwn:
      return is_accounted && number(source.own[row]);
    case Facet::kTotal:
      return number(source.total[row]);
    case Facet::kShare:
      return is_accounted && share(source.share[row]);
    case Facet::kShareTotal:
      return share(source.share_total[row]);
  }
  return false;
}

std::string ValidUtf8(std::string_view text) {
  using nlohmann::json;
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted).get<std::string>();
}

}  // namespace profiler
