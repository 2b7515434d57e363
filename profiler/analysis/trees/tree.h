// What the scope, graph and code views share: values are summed up a tree, rows are picked by the
// query's display options, and what is shown becomes a Report.
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
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"

namespace profiler {

inline constexpr std::string_view kRootName = "_TFProfRoot";
inline constexpr int32_t kNoNode = -1;

// Nodes in the order of a depth-first walk: a parent stands before its children, and siblings in
// the order that sorting keeps among equals. Node 0 is the root.
struct TreeSkeleton {
  std::vector<int32_t> parent;
  std::vector<std::string_view> name;  // in the profile's strings, or in `made_names`
  std::vector<int32_t> item;  // the op (or the item outside steps) that the node is, or kNoNode
  std::vector<std::pair<int32_t, int32_t>> more;  // (node, item): further ops of the same name
  // Equal where names are, from 0 on. Empty where hardly any two are.
  std::vector<int32_t> name_number;
  // Names that stand in no table; null where all do.
  std::shared_ptr<const std::deque<std::string>> made_names;

  size_t size() const { return parent.size(); }
};

inline uint64_t HeapBytes(const TreeSkeleton& tree) {
  return HeapBytes(tree.parent) + HeapBytes(tree.name) + HeapBytes(tree.item) +
         HeapBytes(tree.more) + HeapBytes(tree.name_number) +
         (tree.made_names == nullptr ? 0 : HeapBytes(*tree.made_names));
}

// What a view gives for one query, per node.
struct TreeInput {
  const TreeSkeleton* skeleton = nullptr;
  ValueColumns own;  // of the measures that the answer depends on
  std::vector<char> accounted;
  // Per node, what its total has that neither nodes below it nor those above it have. Empty:
  // nothing.
  std::vector<Values> elsewhere;
  bool links_through = false;   // a node that is not accounted hands its children to its parent
  bool trim_drops_row = false;  // trimming hides the row too, not only what is below it
  bool min_on_self = false;     // -min_params, -min_float_ops, -min_occurrence: Quirk::kMinOnSelf
  bool ignores_min_occurrence = false;
  bool ignores_displayed_only = false;
  enum class OrderByOccurrence { kByRuns, kByName, kAsIs } order_by_occurrence = {};
  StepSource steps;            // by node; `own` holds its statistic already
  MeasureSet never_wraps;      // no total is negative or too large
  MeasureSet minimum_matters;  // totals must be compared with -min_...
  // -where: whether a node so far below the root, with this total, may show. Null: any.
  std::function<bool(int32_t node, int32_t depth, const Values& total)> where;
};

// Makes room for the nodes' values, and says which are asked for.
void StartValues(const Query& query, const OpValues& values, TreeInput& input);

// Lets go of what points into the query's own objects, for who keeps the input.
inline void ForgetQuery(TreeInput& input) {
  input.steps.add = nullptr;
  input.where = nullptr;
}

// The rows that are shown: in display order, the root first.
struct TreeOutput {
  struct Shown {
    int32_t node = 0;
    int32_t depth = 0;    // number of shown rows above
    int32_t parent = -1;  // position in `rows`
  };
  std::vector<Shown> rows;
  ValueColumns total;         // per node
  std::vector<char> counts;   // per node: its own values are part of the root's total
  int64_t hidden = 0;         // nodes that count and are not shown
  std::vector<Quirk> quirks;  // that changed a number in this answer
  // Of Statistic::kPerStep, for measures that are shown: the totals, by row.
  std::array<std::vector<StepSeries>, kMeasureCount> series;
};

absl::StatusOr<TreeOutput> RunTree(const TreeInput& input, const Query& query, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_TREE_H_
