#include "profiler/compare/views/order_compared.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "profiler/compare/views/compared_cells.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

// The measured column with that name, or that name for -select; "" if there is none.
std::string MeasuredName(const ComparedTables& tables, std::string_view name) {
  for (const Report* const report : {&tables.next, &tables.base}) {
    for (const ReportColumn& column : report->columns) {
      if (IsMeasured(column) && (column.name == name || SelectName(column) == name)) {
        return column.name;
      }
    }
  }
  return "";
}

template <typename T>
std::vector<T> Permuted(const std::vector<size_t>& order, std::vector<T>& values) {
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const size_t i : order) sorted.push_back(std::move(values[i]));
  return sorted;
}

// Indexes of rows, depth first; siblings in the order of `before`.
template <typename Before>
std::vector<size_t> DepthFirst(const std::vector<UnitedRow>& rows, const Before& before) {
  std::vector<std::vector<size_t>> below(rows.size() + 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    below[static_cast<size_t>(int64_t{rows[i].parent} + 1)].push_back(i);
  }
  for (std::vector<size_t>& siblings : below) {
    std::stable_sort(siblings.begin(), siblings.end(), before);
  }
  std::vector<size_t> order, stack(below[0].rbegin(), below[0].rend());
  order.reserve(rows.size());
  while (!stack.empty()) {
    const size_t row = stack.back();
    stack.pop_back();
    order.push_back(row);
    stack.insert(stack.end(), below[row + 1].rbegin(), below[row + 1].rend());
  }
  return order;
}

}  // namespace

ComparedOrder OrderOf(const ComparedTables& tables, const Query& query, const std::string& judged) {
  const bool is_tree = tables.next.shape == Shape::kTree;
  if (!query.order_by.empty()) {
    const auto [part, name] = SplitComparedName(query.order_by.name);
    ComparedOrder order{part, MeasuredName(tables, name)};
    if (order.column.empty())
      order = {ComparedPart::kNew, MeasuredName(tables, query.order_by.name)};
    if (!order.column.empty() || !query.top || !is_tree) return order;
  }
  const bool keeps_order = (is_tree && !query.top) || tables.next.values.basis == Basis::kEachStep;
  return {ComparedPart::kDelta, keeps_order ? "" : judged};
}

double OrderValue(const ComparedTables& tables, const ComparedOrder& order, const UnitedRow& row) {
  const double before = SideValue(ColumnNamed(tables.base, order.column), row.base);
  const double after = SideValue(ColumnNamed(tables.next, order.column), row.next);
  switch (order.part) {
    case ComparedPart::kBase:
      return before;
    case ComparedPart::kDelta:
      return std::abs(after - before);
    case ComparedPart::kRatio:
    case ComparedPart::kTotalRatio:
      return before > 0 ? after / before : kAbsentReal;
    default:
      return after;
  }
}

void SortRows(const ComparedTables& tables, const ComparedOrder& order,
              std::vector<UnitedRow>& rows, ColumnChanges& changes, std::vector<Change>& verdicts) {
  std::vector<double> keys(rows.size());
  for (size_t i = 0; i < rows.size() && !order.column.empty(); ++i) {
    if (order.part == ComparedPart::kPValue) {
      const auto it = changes.find(order.column);
      keys[i] = it == changes.end() ? kAbsentReal : -it->second[i].p_value;
    } else {
      keys[i] = OrderValue(tables, order, rows[i]);
    }
  }
  const std::vector<size_t> sorted = DepthFirst(rows, [&](size_t a, size_t b) {
    return !std::isnan(keys[a]) && (std::isnan(keys[b]) || keys[a] > keys[b]);
  });
  std::vector<int32_t> place(rows.size());
  for (size_t i = 0; i < sorted.size(); ++i) place[sorted[i]] = static_cast<int32_t>(i);
  for (UnitedRow& row : rows) {
    if (row.parent >= 0) row.parent = place[static_cast<size_t>(row.parent)];
  }
  rows = Permuted(sorted, rows);
  verdicts = Permuted(sorted, verdicts);
  for (auto& [name, of_column] : changes) of_column = Permuted(sorted, of_column);
}

}  // namespace profiler
