#include "profiler/analysis/trees/row_order.h"

#include <algorithm>
#include <optional>

#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/base/value.h"

namespace profiler {
namespace {

// What ran outside of steps is no part of what its siblings are parts of, so no rank compares it.
template <typename Less>
auto ApartLast(int32_t apart, Less less) {
  return [apart, less](int32_t a, int32_t b) {
    return a == apart || b == apart ? a != apart : less(a, b);
  };
}

auto GreaterBy(const std::vector<Value>& total) {
  return [&total](int32_t a, int32_t b) { return OrZero(total[a]) > OrZero(total[b]); };
}

template <typename Less>
void SortEach(Children& children, Less less) {
  for (size_t n = 0; n + 1 < children.start.size(); ++n) {
    SortFew(children.nodes.begin() + children.start[n],
            children.nodes.begin() + children.start[n + 1], less);
  }
}

void SortSiblings(const TreeInput& input, const Query& query, const ValueColumns& total,
                  Children& children) {
  using Order = TreeInput::OrderByOccurrence;
  const auto by_name = ApartLast(input.apart, [&](int32_t a, int32_t b) {
    return input.skeleton->name[a] < input.skeleton->name[b];
  });
  if (!query.order_measure().has_value()) return SortEach(children, by_name);
  const Measure key = *query.order_measure();
  if (key == Measure::kOccurrence && !query.top) {
    if (input.order_by_occurrence == Order::kAsIs) return;
    if (input.order_by_occurrence == Order::kByName) return SortEach(children, by_name);
  }
  SortEach(children, ApartLast(input.apart, GreaterBy(total.column(key))));
}

}  // namespace

std::vector<TreeOutput::Shown> RowOrder::Arrange(const std::vector<int32_t>& under,
                                                 size_t count) const {
  Children children(under);
  SortSiblings(in_, query_, total_, children);
  std::vector<TreeOutput::Shown> rows;
  rows.reserve(count);
  std::vector<TreeOutput::Shown> stack = {{0, 0, -1}};
  for (int32_t place = 0; !stack.empty(); ++place) {
    const TreeOutput::Shown at = stack.back();
    stack.pop_back();
    rows.push_back(at);
    for (int32_t c = children.start[at.node + 1]; c-- > children.start[at.node];) {
      stack.push_back({children.nodes[c], at.depth + 1, place});
    }
  }
  return rows;
}

void RowOrder::Rank(Measure key, std::vector<int32_t>& nodes) const {
  std::stable_sort(nodes.begin(), nodes.end(), ApartLast(in_.apart, GreaterBy(total_.column(key))));
}

}  // namespace profiler
