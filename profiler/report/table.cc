#include "profiler/report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/report/table_where.h"

namespace profiler {
namespace {

// The rows of `values` that `rows` names, in that order; none where the column has no such values.
template <typename T>
void Take(const std::vector<size_t>& rows, std::vector<T>& values) {
  if (values.empty()) return;
  std::vector<T> taken;
  taken.reserve(rows.size());
  for (size_t row : rows) taken.push_back(std::move(values[row]));
  values = std::move(taken);
}

void TakeRows(const std::vector<size_t>& rows, Report& report) {
  Take(rows, report.rows);
  for (ReportColumn& column : report.columns) {
    Take(rows, column.own);
    Take(rows, column.reals);
    Take(rows, column.words);
    Take(rows, column.texts);
    Take(rows, column.series);
  }
}

// The greatest first, but of begins the earliest; what is not recorded last; texts by the alphabet.
bool ComesBefore(const ReportColumn& column, size_t a, size_t b) {
  switch (column.type) {
    case ColumnType::kNumber:
    case ColumnType::kFlag: {
      const Value x = column.own[a], y = column.own[b];
      const bool is_begin = column.name == "begin_us";
      return x != kAbsent && (y == kAbsent || (is_begin ? x < y : x > y));
    }
    case ColumnType::kReal: {
      const double x = column.reals[a], y = column.reals[b];
      return !std::isnan(x) && (std::isnan(y) || x > y);
    }
    case ColumnType::kText:
      return column.words[a] < column.words[b];
    default:
      return false;
  }
}

const ReportColumn* FindColumn(const Report& report, std::string_view name) {
  for (const ReportColumn& column : report.columns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

const ReportColumn* OrderColumn(const Query& query, const Report& report) {
  if (!query.order_by_column.empty()) return FindColumn(report, query.order_by_column);
  return query.order_by ? FindColumn(report, Info(FieldOf(*query.order_by)).name) : nullptr;
}

// Of several tables, each is asked for what it has: those without a column that -where names stay
// whole.
bool AsksWhere(const Query& query, const Report& report) {
  if (query.where.all()) return false;
  const std::vector<std::string>& names = query.where.columns();
  return report.title.empty() ||
         std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return name == "name" || FindColumn(report, name) != nullptr;
         });
}

// What a `set` for other views left may name none of this one's columns: then all are shown.
void SelectColumns(const Query& query, Report& report) {
  const auto is_selected = [&](const ReportColumn& column) {
    const auto& names = query.select_columns;
    return std::find(names.begin(), names.end(), column.name) != names.end();
  };
  if (std::none_of(report.columns.begin(), report.columns.end(), is_selected)) return;
  std::erase_if(report.columns, [&](const ReportColumn& column) { return !is_selected(column); });
}

}  // namespace

ReportColumn TableColumn(std::string name, ColumnType type, Unit unit, std::string title,
                         std::string description) {
  ReportColumn column;
  column.name = std::move(name);
  column.type = type;
  column.unit = unit;
  column.title = std::move(title);
  column.description = std::move(description);
  return column;
}

Report StartTable(std::string view, std::string title, std::string description,
                  std::vector<ReportColumn> columns) {
  Report report;
  report.view = std::move(view);
  report.title = std::move(title);
  report.description = std::move(description);
  report.shape = Shape::kTable;
  report.columns = std::move(columns);
  return report;
}

absl::Status FinishTable(const Query& query, Report& report) {
  const bool asks_where = AsksWhere(query, report);
  std::vector<size_t> rows;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    const std::string_view name = report.rows[row].name;
    if (!query.show_names.Matches(name) || query.hide_names.Matches(name)) continue;
    if (!asks_where || TableRowHolds(query.where, report, row)) rows.push_back(row);
  }
  if (const ReportColumn* column = OrderColumn(query, report); column != nullptr) {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](size_t a, size_t b) { return ComesBefore(*column, a, b); });
  }
  if (query.top && static_cast<size_t>(*query.top) < rows.size()) {
    rows.resize(static_cast<size_t>(*query.top));
  }
  report.hidden_rows = static_cast<int64_t>(report.rows.size() - rows.size());
  if (report.hidden_rows > 0) {
    report.hidden_reason = fmt::format("left out by -top{} the name options",
                                       query.where.all() ? " and" : ", -where and");
  }
  TakeRows(rows, report);
  SelectColumns(query, report);
  return absl::OkStatus();
}

}  // namespace profiler
