#include "profiler/views/ops/tree_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "profiler/query/hidden_rows.h"
#include "profiler/report/row_filter.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr double kLast = -std::numeric_limits<double>::infinity();

// What rows below one parent are sorted by, the greatest first; unknown values are last.
double OrderOf(const ReportColumn& column, size_t row) {
  if (column.type == ColumnType::kReal) {
    if (std::isnan(column.reals[row])) return kLast;
    return column.reals[row];
  }
  if (column.type != ColumnType::kNumber || column.total[row] == kAbsent) return kLast;
  return static_cast<double>(column.total[row]);
}

// The rows in depth-first order.
std::vector<size_t> Ordered(const Query& query, const Report& report) {
  const auto by =
      std::find_if(report.columns.begin(), report.columns.end(),
                   [&](const ReportColumn& c) { return c.name == query.order_by.name; });
  std::vector<std::vector<size_t>> below(report.rows.size());
  for (size_t row = 1; row < report.rows.size(); ++row) {
    below[static_cast<size_t>(report.rows[row].parent)].push_back(row);
  }
  std::vector<size_t> ordered, open = {0};
  while (!open.empty()) {
    const size_t row = open.back();
    open.pop_back();
    ordered.push_back(row);
    if (query.order_by.name == "name") {
      std::stable_sort(below[row].begin(), below[row].end(), [&](size_t a, size_t b) {
        return std::string_view(report.rows[a].name) < std::string_view(report.rows[b].name);
      });
    } else if (by != report.columns.end()) {
      std::stable_sort(below[row].begin(), below[row].end(),
                       [&](size_t a, size_t b) { return OrderOf(*by, a) > OrderOf(*by, b); });
    }
    open.insert(open.end(), below[row].rbegin(), below[row].rend());
  }
  return ordered;
}

HiddenBy HiddenByOption(const Query& query, const RowFilter& filter, const Report& report,
                        size_t row) {
  if (report.rows[row].depth > query.max_depth) return HiddenBy::kMaxDepth;
  if (HiddenBy by = HiddenByName(query, report.rows[row].name); by != HiddenBy::kNothing) return by;
  return filter.all() || filter.PassesRow(report, row) ? HiddenBy::kNothing : HiddenBy::kWhere;
}

// Of the ordered rows those that are shown: the root, what no option hides, and what is above that.
std::vector<size_t> Shown(const Query& query, const std::vector<size_t>& ordered,
                          const Report& report, HiddenRows& hidden) {
  const RowFilter filter(query.where, report.shape, report.columns);
  std::vector<HiddenBy> by(report.rows.size(), HiddenBy::kNothing);
  int64_t left = query.top.value_or(static_cast<int64_t>(report.rows.size()));
  for (const size_t row : ordered) {
    if (row == 0) continue;
    by[row] = HiddenByOption(query, filter, report, row);
    if (by[row] == HiddenBy::kNothing && left-- <= 0) by[row] = HiddenBy::kTop;
  }
  // A parent is before its children.
  for (auto row = ordered.rbegin(); row != ordered.rend(); ++row) {
    if (by[*row] != HiddenBy::kNothing || *row == 0) continue;
    by[static_cast<size_t>(report.rows[*row].parent)] = HiddenBy::kNothing;
  }
  std::vector<size_t> shown;
  for (const size_t row : ordered) {
    if (by[row] == HiddenBy::kNothing) {
      shown.push_back(row);
    } else {
      hidden.Add(by[row]);
    }
  }
  return shown;
}

}  // namespace

void FinishTree(const Query& query, Report& report) {
  if (report.rows.empty()) return;
  HiddenRows hidden;
  const std::vector<size_t> shown = Shown(query, Ordered(query, report), report, hidden);
  std::vector<int32_t> place(report.rows.size(), -1);
  for (size_t i = 0; i < shown.size(); ++i) place[shown[i]] = static_cast<int32_t>(i);
  for (Row& row : report.rows) {
    if (row.parent >= 0) row.parent = place[static_cast<size_t>(row.parent)];
  }
  TakeRows(shown, report);
  report.hidden_rows = hidden.count();
  if (report.hidden_rows > 0) report.hidden_reason = hidden.Reason(query) + "; still in totals";
  const auto is_selected = [&](const ReportColumn& column) { return query.Selects(column.name); };
  if (std::any_of(report.columns.begin(), report.columns.end(), is_selected)) {
    std::erase_if(report.columns, [&](const ReportColumn& column) { return !is_selected(column); });
  }
}

}  // namespace profiler
