#include "profiler/report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/report/row_filter.h"

namespace profiler {
namespace {

// The items of `values` at the indexes `rows`, in the order of `rows`; empty if `values` is empty.
template <typename T>
void Take(const std::vector<size_t>& rows, std::vector<T>& values) {
  if (values.empty()) return;
  std::vector<T> taken;
  taken.reserve(rows.size());
  for (size_t row : rows) taken.push_back(std::move(values[row]));
  values = std::move(taken);
}

// Whether row `a` comes before row `b`: values descending, but start times ascending and texts in
// alphabetical order; unknown values last.
bool ComesBefore(const ReportColumn& column, size_t a, size_t b) {
  switch (column.type) {
    case ColumnType::kNumber:
    case ColumnType::kFlag: {
      const Value x = column.own[a], y = column.own[b];
      const bool is_begin = column.role == ColumnRole::kBegin;
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
  return query.order_by.empty() ? nullptr : FindColumn(report, query.order_by.name);
}

// Whether -where applies to the table. In an answer of several tables, it applies to the tables
// that have all columns named in -where.
bool AsksWhere(const Query& query, const Report& report) {
  if (query.where.all()) return false;
  const std::vector<std::string>& names = query.where.columns();
  return report.title.empty() ||
         std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return name == "name" || FindColumn(report, name) != nullptr;
         });
}

// Drops columns that -select does not name. If -select names no column of this table, all columns
// are shown, because -select may be set for other views.
void SelectColumns(const Query& query, Report& report) {
  const auto is_selected = [&](const ReportColumn& column) { return query.Selects(column.name); };
  if (std::none_of(report.columns.begin(), report.columns.end(), is_selected)) return;
  std::erase_if(report.columns, [&](const ReportColumn& column) { return !is_selected(column); });
}

}  // namespace

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

void TakeRows(const std::vector<size_t>& rows, Report& report) {
  Take(rows, report.rows);
  for (ReportColumn& column : report.columns) {
    Take(rows, column.own);
    Take(rows, column.total);
    Take(rows, column.share);
    Take(rows, column.share_total);
    Take(rows, column.reals);
    Take(rows, column.words);
    Take(rows, column.texts);
    Take(rows, column.series);
    Take(rows, column.uses);
    Take(rows, column.tensors);
  }
}

bool HasValues(const ReportColumn& column) {
  const auto known = [](Value value) { return value != kAbsent; };
  const auto filled = [](const auto& item) { return !item.empty(); };
  switch (column.type) {
    case ColumnType::kNumber:
    case ColumnType::kFlag:
      return std::any_of(column.own.begin(), column.own.end(), known);
    case ColumnType::kReal:
      return std::any_of(column.reals.begin(), column.reals.end(),
                         [](double value) { return !std::isnan(value); });
    case ColumnType::kText:
      return std::any_of(column.words.begin(), column.words.end(), filled);
    case ColumnType::kList:
      return std::any_of(column.texts.begin(), column.texts.end(), filled);
    default:
      return true;
  }
}

void DropEmptyColumns(Report& report) {
  std::erase_if(report.columns, [](const ReportColumn& column) {
    return column.is_optional && !HasValues(column);
  });
}

Report WithoutFolded(const Report& report) {
  std::vector<size_t> rows;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    if (!report.rows[row].is_folded) rows.push_back(row);
  }
  Report shown = report;
  TakeRows(rows, shown);
  return shown;
}

void DropDetails(Detail most, Report& report) {
  std::erase_if(report.columns, [&](const ReportColumn& column) { return column.detail > most; });
}

absl::StatusOr<HiddenRows> CutTable(const Query& query, HiddenBy top, Report& report) {
  static const Where kAnything;
  const RowFilter filter(AsksWhere(query, report) ? query.where : kAnything, report.shape,
                         report.columns);
  std::vector<size_t> rows;
  HiddenRows hidden;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    HiddenBy by = HiddenByName(query, report.rows[row].name);
    if (by == HiddenBy::kNothing && !filter.all() && !filter.PassesRow(report, row)) {
      by = HiddenBy::kWhere;
    }
    if (by == HiddenBy::kNothing) {
      rows.push_back(row);
    } else {
      hidden.Add(by);
    }
  }
  if (const ReportColumn* column = OrderColumn(query, report); column != nullptr) {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](size_t a, size_t b) { return ComesBefore(*column, a, b); });
  } else if (query.order_by.name == "name" && report.title.empty()) {
    // Sections that are cut keep what is largest.
    std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) {
      return std::string_view(report.rows[a].name) < std::string_view(report.rows[b].name);
    });
  }
  // What forms for people only count takes no place from what they show.
  std::stable_partition(rows.begin(), rows.end(),
                        [&](size_t row) { return !report.rows[row].is_folded; });
  if (query.top && static_cast<size_t>(*query.top) < rows.size()) {
    hidden.Add(top, static_cast<int64_t>(rows.size()) - *query.top);
    rows.resize(static_cast<size_t>(*query.top));
  }
  report.hidden_rows = hidden.count();
  report.hidden_reason = hidden.Reason(query);
  TakeRows(rows, report);
  SelectColumns(query, report);
  return hidden;
}

absl::Status FinishTable(const Query& query, Report& report) {
  return CutTable(query, HiddenBy::kTop, report).status();
}

}  // namespace profiler
