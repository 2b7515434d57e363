// Shared by the scope, graph and code views: sums values from the leaves of a tree to its root, and
// selects the rows to show by the query's display options.
#ifndef PROFILER_ANALYSIS_TREES_TREE_H_
#define PROFILER_ANALYSIS_TREES_TREE_H_

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/analysis/values/step_statistic.h"
#include "profiler/analysis/values/value_columns.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/hidden_rows.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"

namespace profiler {

inline constexpr std::string_view kRootName = "_TFProfRoot";
inline constexpr int32_t kNoNode = -1;

// Nodes in depth-first order: parents come before children, and siblings are in the order in which
// they are shown if they compare equal. Node 0 is the root.
struct TreeSkeleton {
  std::vector<int32_t> parent;
  std::vector<std::string_view> name;  // in the profile's strings, or in `made_names`
  std::vector<int32_t> item;           // the node's op (or the item outside of steps), or kNoNode
  std::vector<std::pair<int32_t, int32_t>> more;  // (node, item) for further ops of the same name
  // By node: a number, from 0 on, that is equal for equal names. Empty if hardly any names are
  // equal.
  std::vector<int32_t> name_number;
  // Names that are not in the profile's strings; null if there are none.
  std::shared_ptr<const std::deque<std::string>> made_names;

  size_t size() const { return parent.size(); }
};

inline uint64_t HeapBytes(const TreeSkeleton& tree) {
  return HeapBytes(tree.parent) + HeapBytes(tree.name) + HeapBytes(tree.item) +
         HeapBytes(tree.more) + HeapBytes(tree.name_number) +
         (tree.made_names == nullptr ? 0 : HeapBytes(*tree.made_names));
}

// A view's input for one query, per node.
struct TreeInput {
  const TreeSkeleton* skeleton = nullptr;
  ValueColumns own;  // for the measures that the report needs
  std::vector<char> accounted;
  // Per node, values that count in the node's total but come from no node below, and that do not
  // count in totals above. Empty if there are none.
  std::vector<Values> elsewhere;
  // The node for what ran outside of steps, if it counts in no total but its own; or kNoNode. It
  // has no children and comes last among its siblings.
  int32_t apart = kNoNode;
  bool links_through = false;   // the children of a node that is not accounted move to its parent
  bool trim_drops_row = false;  // trimming hides the row too, not only its subtree
  bool min_on_self = false;     // apply some -min_... options as Quirk::kMinOnSelf describes
  bool ignores_min_occurrence = false;
  bool ignores_displayed_only = false;
  enum class OrderByOccurrence { kByRuns, kByName, kAsIs } order_by_occurrence = {};
  StepSource steps;            // by node; the statistic is already applied to `own`
  MeasureSet never_wraps;      // measures for which no total is negative or too large
  MeasureSet minimum_matters;  // measures whose totals must be compared with -min_...
  // For -where: whether a node with this depth and total may be shown. Null if all may be shown.
  std::function<bool(int32_t node, int32_t depth, const Values& total)> where;
};

// Allocates the nodes' values for the measures that are needed.
void StartValues(const Query& query, const OpValues& values, TreeInput& input);

// Drops pointers into the query's own objects, so that the input can be cached.
inline void ForgetQuery(TreeInput& input) {
  input.steps.add = nullptr;
  input.where = nullptr;
}

// The rows that are shown, in display order, the root first.
struct TreeOutput {
  struct Shown {
    int32_t node = 0;
    int32_t depth = 0;    // the number of shown ancestors
    int32_t parent = -1;  // index in `rows`
  };
  std::vector<Shown> rows;
  ValueColumns total;         // per node
  std::vector<char> counts;   // per node: whether its own values are part of the root's total
  HiddenRows hidden;          // nodes that count but are not shown
  std::vector<Quirk> quirks;  // the quirks that changed a number in this report
  // The totals by row in each step, for StepSource::series; NaN if nothing ran. Times are in
  // picoseconds.
  std::array<std::vector<std::vector<double>>, kMeasureCount> series;
};

absl::StatusOr<TreeOutput> RunTree(const TreeInput& input, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_TREE_H_
