#include "profiler/compare/page/tables/diff_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Without -top, in formats for people.
constexpr size_t kMostShown = 10;
constexpr size_t kMostUnclear = 10;  // of those that are large

bool IsUnclearButLarge(const Change& change, const Change& step) {
  return change.verdict == Verdict::kUnclear && std::abs(change.delta) >= LeastLarge(step);
}

// How much it changed; 0 if that is unknown.
double AmountOf(const Change& change) {
  return std::isnan(change.delta) ? 0 : std::abs(change.delta);
}

// What formats for people leave out.
struct Folded {
  std::vector<char> rows;  // whether each is
  size_t shown = 0, changed = 0, others = 0;
  double largest = 0;  // change of the others
};

std::string FoldedText(const DiffTableKind& kind, const Folded& folded, const Change& step,
                       size_t rows) {
  const auto count = [&](size_t number) {
    return fmt::format("{} {}", number, number == 1 ? kind.singular : kind.plural);
  };
  std::vector<std::string> parts;
  if (folded.changed > 0) parts.push_back(count(folded.changed) + " changed less");
  if (folded.others > 0) {
    std::string text = count(folded.others) + " unchanged or unclear";
    const bool is_part = kind.adds_up && step.base > 0;
    if (is_part && folded.others > 1) {
      text += fmt::format(" (the largest change is {} of the step)",
                          PercentChange(folded.largest / step.base));
    } else if (is_part) {
      text += fmt::format(" ({} of the step)", PercentChange(folded.largest / step.base));
    }
    parts.push_back(std::move(text));
  }
  return fmt::format("{}; -top {} shows all", fmt::join(parts, ", "), rows);
}

Folded FoldedOf(const Change& step, const std::vector<DiffRow>& rows) {
  Folded folded;
  folded.rows.assign(rows.size(), 0);
  size_t shown_changed = 0, shown_unclear = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Change& change = rows[i].change;
    const bool is_large = IsUnclearButLarge(change, step);
    if (is_large && shown_unclear < kMostUnclear) {
      ++shown_unclear;
      continue;
    }
    if ((change.is_changed() || std::isnan(change.delta)) && shown_changed < kMostShown) {
      ++shown_changed;
      continue;
    }
    folded.rows[i] = 1;
    if (change.is_changed()) {
      ++folded.changed;
      continue;
    }
    ++folded.others;
    if (std::abs(change.delta) > std::abs(folded.largest)) folded.largest = change.delta;
  }
  folded.shown = shown_changed + shown_unclear;
  return folded;
}

// Whether the rows can add up to the step: side by side they would take more than it does.
bool CanAddUp(const DiffTableKind& kind, const Change& step, const std::vector<DiffRow>& rows) {
  constexpr double kMostOfStep = 1.1;  // sums of medians are not the median of sums
  if (!kind.may_overlap) return true;
  double base = 0, next = 0;
  for (const DiffRow& row : rows) {
    if (row.is_beside) continue;
    if (!std::isnan(row.change.base)) base += row.change.base;
    if (!std::isnan(row.change.next)) next += row.change.next;
  }
  return base <= kMostOfStep * step.base && next <= kMostOfStep * step.next;
}

// A change as a part of the step's; unknown where it is so far from the step's change that it is no
// part of it.
double ShareOfChange(const Change& change, const Change& step) {
  constexpr double kLeast = -1, kMost = 2;
  const double share = change.delta / step.delta;
  return share >= kLeast && share <= kMost ? share : kAbsentReal;
}

}  // namespace

double LeastLarge(const Change& step) {
  constexpr double kLargePart = 0.01;
  return kLargePart * std::max(step.base, step.next);
}

Report EmptyTable(const DiffTableKind& kind) {
  return StartTable(std::string(kind.id), std::string(kind.title), std::string(kind.row_is),
                    Headers(kind.columns()));
}

std::vector<size_t> OrderByChange(const std::vector<Change>& changes) {
  // What is certain is of little use where it is next to nothing beside what noise may have made.
  constexpr double kSmallPart = 0.01;
  struct Key {
    int group;
    double amount;
    size_t row;
  };
  double largest = 0;
  for (const Change& change : changes) largest = std::max(largest, AmountOf(change));
  std::vector<Key> keys(changes.size());
  for (size_t row = 0; row < keys.size(); ++row) {
    const double amount = AmountOf(changes[row]);
    const int small = amount < kSmallPart * largest ? 2 : 0;
    keys[row] = {small + (changes[row].is_changed() ? 0 : 1), amount, row};
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::tuple(a.group, -a.amount, a.row) < std::tuple(b.group, -b.amount, b.row);
  });
  std::vector<size_t> order;
  order.reserve(keys.size());
  for (const Key& key : keys) order.push_back(key.row);
  return order;
}

void SortByChange(std::vector<DiffRow>& rows) {
  std::vector<Change> changes;
  changes.reserve(rows.size());
  for (const DiffRow& row : rows) changes.push_back(row.change);
  std::vector<DiffRow> sorted;
  sorted.reserve(rows.size());
  for (const size_t row : OrderByChange(changes)) sorted.push_back(rows[row]);
  rows = std::move(sorted);
}

absl::StatusOr<Report> DiffTable(const DiffTableKind& kind, const Change& step, const Query& query,
                                 std::vector<DiffRow>& rows) {
  Report table = EmptyTable(kind);
  const bool have_shares = step.is_slower_or_faster() && CanAddUp(kind, step, rows);
  double explained = 0;
  bool runs_differ = false;
  for (DiffRow& row : rows) {
    if (!std::isnan(row.change.delta) && !row.is_beside) explained += row.change.delta;
    if (have_shares && !row.is_beside) row.share = ShareOfChange(row.change, step);
    const bool knows_runs = !std::isnan(row.base_runs) && !std::isnan(row.new_runs);
    runs_differ |= knows_runs && std::abs(row.base_runs - row.new_runs) > 1e-6 * row.base_runs;
  }
  const Folded folded = query.top ? Folded() : FoldedOf(step, rows);
  for (size_t i = 0; i < rows.size(); ++i) {
    DiffRow& row = rows[i];
    if (!runs_differ) row.base_runs = row.new_runs = kAbsentReal;
    const bool is_folded = !query.top && folded.rows[i] != 0;
    if (is_folded && query.leaves_out_folded) continue;
    AppendRow(kind.columns(), row.name, {std::string(row.name), std::string(row.type)}, row, table);
    table.rows.back().is_folded = is_folded;
  }
  Query top;
  top.top = query.top;
  PROFILER_RETURN_IF_ERROR(FinishTable(top, table));
  if (kind.adds_up) {
    DiffRow rest;
    rest.name = "<unexplained>";
    rest.change.delta = step.delta - explained;
    if (have_shares) rest.share = ShareOfChange(rest.change, step);
    AppendRow(kind.columns(), rest.name, rest, table);
  }
  if (folded.changed + folded.others > 0) {
    table.folded = FoldedText(kind, folded, step, rows.size());
    // Without rows there is nothing that `<unexplained>` could complete.
    if (folded.shown == 0 && kind.adds_up) table.rows.back().is_folded = true;
  }
  DropEmptyColumns(table);
  return table;
}

}  // namespace profiler
