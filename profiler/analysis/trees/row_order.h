// The order in which the rows of a tree are shown.
#ifndef PROFILER_ANALYSIS_TREES_ROW_ORDER_H_
#define PROFILER_ANALYSIS_TREES_ROW_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/trees/tree.h"
#include "profiler/analysis/values/value_columns.h"
#include "profiler/query/query.h"

namespace profiler {

class RowOrder {
 public:
  // `total` may change until the order is asked for.
  RowOrder(const TreeInput& input, const Query& query, const ValueColumns& total)
      : in_(input), query_(query), total_(total) {}

  // The shown nodes in display order, with sorted siblings. `under` has the nearest shown ancestor
  // of each shown node, and kNoNode for others and the root, which is shown; `count` nodes are
  // shown.
  std::vector<TreeOutput::Shown> Arrange(const std::vector<int32_t>& under, size_t count) const;
  // Sorts nodes by their totals, the largest first; equal ones keep their order.
  void Rank(Measure key, std::vector<int32_t>& nodes) const;

 private:
  const TreeInput& in_;
  const Query& query_;
  const ValueColumns& total_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_ROW_ORDER_H_
