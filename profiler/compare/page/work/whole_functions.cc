#include "profiler/compare/page/work/whole_functions.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "profiler/compare/page/diff_table.h"

namespace profiler {
namespace {

// Functions are the same if their types are, wherever they moved.
std::set<std::string_view> KeysOf(const WorkInSteps& functions) {
  std::set<std::string_view> keys;
  for (const WorkInSteps::Item& item : functions.items) keys.insert(item.type);
  return keys;
}

}  // namespace

std::vector<DiffRow> FunctionsOfOneSide(const Comparison& comparison, const Side& base,
                                        const Side& next) {
  std::vector<DiffRow> rows;
  std::vector<double> room;
  const auto add = [&](const Side& side, const WorkInSteps& other, auto compare) {
    const std::set<std::string_view> others = KeysOf(other);
    for (size_t i = 0; i < side.functions.items.size(); ++i) {
      const WorkInSteps::Item& item = side.functions.items[i];
      if (others.contains(item.type)) continue;
      DiffRow row;
      row.name = item.name;
      row.change = (comparison.*compare)(side.samples.Of(side.functions.Of(i), room));
      rows.push_back(row);
    }
  };
  add(base, next.functions, &Comparison::Removed);
  add(next, base.functions, &Comparison::Added);
  SortByChange(rows);
  return rows;
}

const DiffRow* ExplainingFunction(const Change& step, const std::vector<DiffRow>& functions) {
  // What is far more than the change is a function around work that both do.
  constexpr double kMuch = 0.5, kMost = 1.2, kNearly = 0.9, kReplaced = 0.25;
  const DiffRow* found = nullptr;
  double against = 0;
  for (const DiffRow& row : functions) {
    const double share = row.change.delta / step.delta;
    if (share < 0) against = std::max(against, std::abs(row.change.delta));
    if (!(share >= kMuch && share <= kMost)) continue;
    const bool is_within =
        found == nullptr || std::abs(row.change.delta) >= kNearly * std::abs(found->change.delta);
    if (is_within) found = &row;
  }
  const bool is_replaced = found != nullptr && against >= kReplaced * std::abs(found->change.delta);
  return is_replaced ? nullptr : found;
}

}  // namespace profiler
