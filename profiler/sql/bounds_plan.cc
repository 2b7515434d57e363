#include "profiler/sql/bounds_plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "profiler/sql/tables/id_index.h"

namespace profiler::sql {
namespace {

struct Operator {
  unsigned char op;
  std::string_view sign;
};
constexpr Operator kOperators[] = {{SQLITE_INDEX_CONSTRAINT_GE, ">="},
                                   {SQLITE_INDEX_CONSTRAINT_LE, "<="},
                                   {SQLITE_INDEX_CONSTRAINT_GT, ">"},
                                   {SQLITE_INDEX_CONSTRAINT_LT, "<"},
                                   {SQLITE_INDEX_CONSTRAINT_EQ, "="}};
constexpr std::string_view kReversed = ";reversed", kBy = ";by ";

const Operator* FindOperator(unsigned char op) {
  const auto* const found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                         [&](const Operator& one) { return one.op == op; });
  return found == std::end(kOperators) ? nullptr : found;
}

bool Narrows(const Table& table, const sqlite3_index_info::sqlite3_index_constraint& constraint) {
  if (constraint.usable == 0 || FindOperator(constraint.op) == nullptr) return false;
  const size_t column = ColumnOf(constraint.iColumn);
  const bool is_equality = constraint.op == SQLITE_INDEX_CONSTRAINT_EQ;
  return table.narrows(column) || (is_equality && HasIds(table, column));
}

bool IsFixed(const std::vector<PlannedBound>& bounds, size_t column) {
  return std::any_of(bounds.begin(), bounds.end(), [&](const PlannedBound& bound) {
    return bound.column == column && bound.op == SQLITE_INDEX_CONSTRAINT_EQ;
  });
}

// A time and its exact picoseconds, which follows it, have one order.
bool IsSameOrder(const Table& table, size_t asked, size_t column) {
  if (asked == column) return true;
  return asked == column + 1 && table.columns()[asked].is_hidden &&
         table.columns()[asked].name == table.columns()[column].name + "_ps";
}

size_t ColumnNamed(const Table& table, std::string_view name) {
  for (size_t c = 0; c < table.columns().size(); ++c) {
    if (table.columns()[c].name == name) return c;
  }
  return Table::kId;
}

// Whether rows are asked for in groups or in the order of one column of ids. Counting sorts them in
// far less time than SQLite's sorter.
bool IsSortedByIds(const Table& table, sqlite3_index_info& info) {
  if (info.nOrderBy != 1 || info.aOrderBy[0].iColumn <= 0) return false;
  const size_t column = ColumnOf(info.aOrderBy[0].iColumn);
  if (HasIds(table, column) && info.aOrderBy[0].desc == 0) return true;
  // GROUP BY (1) and DISTINCT (2) need equal values side by side, in any order.
  const int needs = sqlite3_vtab_distinct(&info);
  return (needs == 1 || needs == 2) && HasGroups(table, column);
}

enum class Order { kAsAsked, kReversed, kOther };

// How the order of the rows compares with that of ORDER BY.
Order OrderOf(const Table& table, const std::vector<PlannedBound>& bounds,
              const sqlite3_index_info& info) {
  if (info.nOrderBy == 0) return Order::kOther;
  const auto* const begin = info.aOrderBy;
  const auto* const end = begin + info.nOrderBy;
  if (begin->iColumn <= 0) {  // nothing is left to sort after `id`
    return begin->desc != 0 ? Order::kReversed : Order::kAsAsked;
  }
  const std::vector<size_t> sorted_by = table.order();
  size_t next = 0;
  for (const auto* one = begin; one != end; ++one) {
    if (one->desc != begin->desc) return Order::kOther;
    const size_t asked = ColumnOf(one->iColumn);
    while (next < sorted_by.size() && !IsSameOrder(table, asked, sorted_by[next]) &&
           IsFixed(bounds, sorted_by[next])) {
      ++next;
    }
    if (next == sorted_by.size() || !IsSameOrder(table, asked, sorted_by[next])) {
      return Order::kOther;
    }
    ++next;
  }
  return begin->desc != 0 ? Order::kReversed : Order::kAsAsked;
}

}  // namespace

bool HasOptions(const sqlite3_index_info& info) {
  return std::any_of(info.aConstraint, info.aConstraint + info.nConstraint,
                     [](const auto& constraint) { return constraint.iColumn == kOptionsColumn; });
}

size_t ColumnOf(int declared) {
  if (declared <= kOptionsColumn) return Table::kId;
  return static_cast<size_t>(declared) - 1;
}

std::string PlanText(const Table& table, const Plan& plan) {
  std::string text;
  for (const PlannedBound& bound : plan.bounds) {
    if (!text.empty()) text += ',';
    text += table.columns()[bound.column].name;
    text += FindOperator(bound.op)->sign;
  }
  if (plan.reversed) text += kReversed;
  if (plan.sorted_by != Table::kId) {
    text += kBy;
    text += table.columns()[plan.sorted_by].name;
  }
  return text;
}

Plan ReadPlan(const Table& table, std::string_view text) {
  Plan plan;
  if (const size_t by = text.find(kBy); by != text.npos) {
    plan.sorted_by = ColumnNamed(table, text.substr(by + kBy.size()));
    text = text.substr(0, by);
  }
  plan.reversed = text.ends_with(kReversed);
  if (plan.reversed) text.remove_suffix(kReversed.size());
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    const size_t sign = std::min(one.find_first_of("<=>"), one.size());
    PlannedBound bound;
    bound.column = ColumnNamed(table, one.substr(0, sign));
    for (const Operator& known : kOperators) {
      if (known.sign == one.substr(sign)) bound.op = known.op;
    }
    plan.bounds.push_back(bound);
  }
  return plan;
}

int ChoosePlan(const Table& table, sqlite3_index_info& info) {
  Plan plan;
  std::vector<PlannedBound>& bounds = plan.bounds;
  // Plans of small profiles are those of large ones: a search is not worth it in a few rows.
  constexpr size_t kLeastRows = 1000;
  double rows = static_cast<double>(std::max(table.size(), kLeastRows));
  for (int i = 0; i < info.nConstraint; ++i) {
    const auto& constraint = info.aConstraint[i];
    if (!Narrows(table, constraint)) continue;
    const size_t column = ColumnOf(constraint.iColumn);
    bounds.push_back({column, constraint.op});
    info.aConstraintUsage[i].argvIndex = static_cast<int>(bounds.size());
    // SQLite checks the condition again: text and reals are compared by its own rules.
    info.aConstraintUsage[i].omit = 0;
    const bool is_equality = constraint.op == SQLITE_INDEX_CONSTRAINT_EQ;
    rows = table.RowsLeft(column, is_equality, rows);
    if (is_equality && column == Table::kId) info.idxFlags |= SQLITE_INDEX_SCAN_UNIQUE;
  }
  constexpr double kSearch = 20;  // the cost of a search, in rows
  const Order order = OrderOf(table, bounds, info);
  plan.reversed = order == Order::kReversed;
  const bool is_one_row = (info.idxFlags & SQLITE_INDEX_SCAN_UNIQUE) != 0;
  if (order == Order::kOther && !is_one_row && IsSortedByIds(table, info)) {
    plan.sorted_by = ColumnOf(info.aOrderBy[0].iColumn);
  }
  info.orderByConsumed = order != Order::kOther || plan.sorted_by != Table::kId ? 1 : 0;
  info.estimatedRows = static_cast<sqlite3_int64>(rows);
  info.estimatedCost = rows + (bounds.empty() ? 0 : kSearch);
  const std::string text = PlanText(table, plan);
  info.idxStr = sqlite3_mprintf("%s", text.c_str());
  info.needToFreeIdxStr = 1;
  return info.idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

std::optional<Bounds> BoundsOf(unsigned char op, sqlite3_value* value) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return std::nullopt;  // no comparison with null is true
  // Text and blobs are above all numbers.
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
    const bool is_below = op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
    return is_below ? std::optional(Bounds()) : std::nullopt;
  }
  if (type == SQLITE_FLOAT) {
    // A little more than what meets the condition, which SQLite checks again.
    const double real = sqlite3_value_double(value);
    constexpr double kLargest = 4e18;
    if (!(std::abs(real) < kLargest)) return Bounds();
    const auto whole = static_cast<int64_t>(std::floor(real));
    switch (op) {
      case SQLITE_INDEX_CONSTRAINT_EQ:
        return Bounds{whole, whole};
      case SQLITE_INDEX_CONSTRAINT_GE:
      case SQLITE_INDEX_CONSTRAINT_GT:
        return Bounds{whole, kMost};
      default:
        return Bounds{std::numeric_limits<int64_t>::min(), whole};
    }
  }
  const int64_t number = sqlite3_value_int64(value);
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return Bounds{number, number};
    case SQLITE_INDEX_CONSTRAINT_GE:
    case SQLITE_INDEX_CONSTRAINT_GT:
      return Bounds{number, kMost};
    default:
      return Bounds{std::numeric_limits<int64_t>::min(), number};
  }
}

}  // namespace profiler::sql
