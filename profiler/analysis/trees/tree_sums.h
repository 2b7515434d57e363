// Adds up the values of a tree's nodes, from the leaves to the root.
#ifndef PROFILER_ANALYSIS_TREES_TREE_SUMS_H_
#define PROFILER_ANALYSIS_TREES_TREE_SUMS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"

namespace profiler {

// Fills the totals of `output`, whose `counts` says which nodes' own values are part of them. Only
// the nodes in `included` take part, each of which adds its total to its node of `parent`.
class TreeSums {
 public:
  TreeSums(const TreeInput& input, const Query& query, RunContext& context, TreeOutput& output)
      : in_(input), quirks_(query.compat_tfprof), context_(context), out_(output) {}

  // Adds to what `total` has already.
  void AddUp(const std::vector<char>& included, const std::vector<int32_t>& parent);
  // Replaces totals by statistics over steps, if the query asks for these.
  absl::Status ApplyStatistic(const std::vector<char>& included,
                              const std::vector<int32_t>& parent);
  // Computes the totals of the rows of `output` in each step.
  absl::Status CollectSeries(const std::vector<char>& included, const std::vector<int32_t>& parent);

 private:
  // The nodes of the tree with their own series, for totals over steps.
  StepTree StepsOf(const std::vector<char>& included, const std::vector<int32_t>& parent) const;

  const TreeInput& in_;
  const Quirks quirks_;
  RunContext& context_;
  TreeOutput& out_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_TREE_SUMS_H_
