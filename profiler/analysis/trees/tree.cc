#include "profiler/analysis/trees/tree.h"

#include <array>
#include <utility>

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/trees/row_order.h"
#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/analysis/trees/tree_sums.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

class TreeRun {
 public:
  TreeRun(const TreeInput& input, const Query& query, RunContext& context)
      : in_(input),
        tree_(*input.skeleton),
        query_(query),
        quirks_(query.compat_tfprof),
        context_(context),
        sums_(input, query, context, out_),
        order_(input, query, out_.total),
        start_(query.start_names, tree_),
        trim_(query.trim_names, tree_),
        show_(query.show_names, tree_),
        hide_(query.hide_names, tree_) {
    ForEach(input.minimum_matters, [&](Measure m) { minimums_.push_back(m); });
  }

  absl::StatusOr<TreeOutput> Run() {
    FindKept(in_, kept_, kept_parent_);
    FindCounts();
    FindHiddenSelf();
    AddUpAll();
    PROFILER_RETURN_IF_ERROR(sums_.ApplyStatistic(kept_, kept_parent_));
    PROFILER_RETURN_IF_ERROR(Show());
    if (query_.top) KeepTop(static_cast<size_t>(*query_.top));
    CountHidden();
    const bool only_shown = !in_.ignores_displayed_only && query_.account_displayed_op_only;
    if (only_shown) {
      AddUpShown();
      PROFILER_RETURN_IF_ERROR(sums_.ApplyStatistic(is_shown_, under_));
    }
    out_.rows = order_.Arrange(under_, shown_count_);
    PROFILER_RETURN_IF_ERROR(only_shown ? sums_.CollectSeries(is_shown_, under_)
                                        : sums_.CollectSeries(kept_, kept_parent_));
    for (const Quirk quirk : {Quirk::kScopeHiddenSelf, Quirk::kMinOnSelf}) {
      if (used_[static_cast<size_t>(quirk)]) out_.quirks.push_back(quirk);
    }
    return std::move(out_);
  }

 private:
  // Finds the nodes whose values count. Unlike tfprof, kept nodes that are not accounted do not
  // count.
  void FindCounts() {
    const bool all_kept = quirks_.Has(Quirk::kScopeHiddenSelf);
    out_.counts.assign(tree_.size(), 0);
    for (size_t i = 1; i < tree_.size(); ++i) {
      out_.counts[i] = all_kept ? kept_[i] : in_.accounted[i];
    }
    if (in_.apart != kNoNode) out_.counts[in_.apart] = 0;
  }

  // Finds whether tfprof's numbers differ from these because of nodes that are not accounted.
  void FindHiddenSelf() {
    ForEach(in_.own.measures(), [&](Measure m) {
      if (!IsShown(query_, m)) return;
      const std::vector<Value>& own = in_.own.column(m);
      for (size_t i = 1; i < tree_.size(); ++i) {
        if (out_.counts[i] && !in_.accounted[i] && OrZero(own[i]) != 0) {
          used_[static_cast<size_t>(Quirk::kScopeHiddenSelf)] = true;
          return;
        }
      }
    });
  }

  void AddUpAll() {
    out_.total = ValueColumns(in_.own.measures(), tree_.size());
    sums_.AddUp(kept_, kept_parent_);
    for (size_t i = 0; i < in_.elsewhere.size(); ++i) {
      if (kept_[i]) out_.total.Add(i, in_.elsewhere[i]);
    }
  }

  bool PassesMinimum(int32_t node, Measure measure) {
    const bool occurrence = measure == Measure::kOccurrence;
    if (occurrence && in_.ignores_min_occurrence) return true;
    const Value limit = MinimumOf(query_, measure);
    const Value total = OrZero(out_.total.Get(node, measure));
    const bool on_self = in_.min_on_self && (occurrence || measure == Measure::kParams ||
                                             measure == Measure::kFloatOps);
    if (!on_self) return total >= limit;
    const Value self = OrZero(in_.own.Get(node, measure));
    if ((self >= limit) != (total >= limit)) used_[static_cast<size_t>(Quirk::kMinOnSelf)] = true;
    return self >= limit;
  }

  // The root has depth 1 here.
  HiddenBy HiddenItself(int32_t node, int32_t depth) {
    if (depth > query_.max_depth) return HiddenBy::kMaxDepth;
    for (const Measure measure : minimums_) {
      if (!PassesMinimum(node, measure)) return HiddenBy::kMinimum;
    }
    if (!show_.Matches(node)) return HiddenBy::kShowNames;
    if (hide_.Matches(node)) return HiddenBy::kHideNames;
    const bool passes = in_.where == nullptr || in_.where(node, depth - 1, out_.total[node]);
    return passes ? HiddenBy::kNothing : HiddenBy::kWhere;
  }

  // Walks down from the first nodes whose name matches -start_name_regexes and fills `under_`: the
  // nearest shown ancestor of each shown node. Parents come before children.
  absl::Status Show() {
    const size_t n = tree_.size();
    under_.assign(n, kNoNode);
    is_shown_.assign(n, 0);
    is_shown_[0] = 1;
    shown_count_ = 1;
    const bool starts_at_top = query_.start_names.all();
    // By node: why it is not shown, and why nothing below it is.
    hidden_by_.assign(n, starts_at_top ? HiddenBy::kNothing : HiddenBy::kStartNames);
    std::vector<HiddenBy> hides_below = hidden_by_;
    // Even the root may be too deep, or trimmed.
    if (query_.max_depth < 1 || trim_.Matches(0)) {
      const bool is_deep = query_.max_depth < 1;
      hidden_by_.assign(n, is_deep ? HiddenBy::kMaxDepth : HiddenBy::kTrimNames);
      return absl::OkStatus();
    }
    std::vector<int32_t> depth(n, 0);  // the depth of nodes below which the walk continues
    std::vector<int32_t> above(n, 0);  // the nearest shown node at or above
    std::vector<char> is_below_start(n, 0);
    for (size_t i = 1; i < n; ++i) {
      if (i % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context_.Check());
      if (!kept_[i]) continue;
      const auto node = static_cast<int32_t>(i);
      const int32_t parent = kept_parent_[i];
      const bool starts =
          starts_at_top ? parent == 0 : !is_below_start[parent] && start_.Matches(node);
      is_below_start[i] = starts || is_below_start[parent];
      if (!starts && depth[parent] == 0) {
        hidden_by_[i] = hides_below[i] = hides_below[parent];
        continue;
      }
      hides_below[i] =
          Visit(node, starts ? 0 : above[parent], starts ? 2 : depth[parent] + 1, depth, above);
    }
    return absl::OkStatus();
  }

  // Returns why nothing below the node is shown.
  HiddenBy Visit(int32_t node, int32_t above_it, int32_t depth_of_it, std::vector<int32_t>& depth,
                 std::vector<int32_t>& above) {
    const bool trimmed = trim_.Matches(node);
    hidden_by_[node] = HiddenBy::kTrimNames;
    if (trimmed && in_.trim_drops_row) return HiddenBy::kTrimNames;
    hidden_by_[node] = HiddenItself(node, depth_of_it);
    const bool show = hidden_by_[node] == HiddenBy::kNothing;
    above[node] = show ? node : above_it;
    if (show) {
      is_shown_[node] = 1;
      under_[node] = above_it;
      ++shown_count_;
    }
    if (trimmed) return HiddenBy::kTrimNames;
    if (depth_of_it > query_.max_depth) return HiddenBy::kMaxDepth;
    depth[node] = depth_of_it;
    return HiddenBy::kNothing;
  }

  void CountHidden() {
    for (size_t i = 1; i < tree_.size(); ++i) {
      if (kept_[i] && !is_shown_[i]) out_.hidden.Add(hidden_by_[i]);
    }
  }

  // Keeps the shown rows with the largest totals; on ties, the first in display order. Children of
  // a hidden row move up.
  void KeepTop(size_t most) {
    std::vector<int32_t> nodes;
    for (const TreeOutput::Shown& row : order_.Arrange(under_, shown_count_)) {
      nodes.push_back(row.node);
    }
    if (nodes.size() <= most + 1) return;
    std::vector<int32_t> ranked(nodes.begin() + 1, nodes.end());  // without the root
    order_.Rank(*query_.order_measure(), ranked);
    for (size_t i = most; i < ranked.size(); ++i) {
      is_shown_[ranked[i]] = 0;
      hidden_by_[ranked[i]] = HiddenBy::kTop;
    }
    shown_count_ = most + 1;
    for (int32_t node : nodes) {  // parents come before children
      if (node != 0 && !is_shown_[under_[node]]) under_[node] = under_[under_[node]];
    }
    for (int32_t node : nodes) {
      if (!is_shown_[node]) under_[node] = kNoNode;
    }
  }

  void AddUpShown() {
    for (size_t i = 0; i < tree_.size(); ++i) {
      if (!is_shown_[i]) out_.counts[i] = 0;
    }
    out_.total = ValueColumns(in_.own.measures(), tree_.size());
    out_.total.defined()[0] = quirks_.Has(Quirk::kDisplayedCountsRoot) ? 1 : 0;
    sums_.AddUp(is_shown_, under_);
  }

  const TreeInput& in_;
  const TreeSkeleton& tree_;
  const Query& query_;
  const Quirks quirks_;
  RunContext& context_;
  TreeOutput out_;
  TreeSums sums_;
  const RowOrder order_;
  NameFilter start_, trim_, show_, hide_;
  std::vector<Measure> minimums_;
  std::vector<char> kept_, is_shown_;
  std::vector<HiddenBy> hidden_by_;  // per node; kNothing for shown ones
  std::vector<int32_t> kept_parent_, under_;
  size_t shown_count_ = 0;
  std::array<bool, 32> used_ = {};
};

}  // namespace

void StartValues(const Query& query, const OpValues& values, TreeInput& input) {
  for (size_t m = 0; m < kMeasureCount; ++m) {
    const auto measure = static_cast<Measure>(m);
    input.never_wraps[m] =
        values.NeverWraps(query, measure) && values.StatisticOf(query) == Statistic::kMean;
    input.minimum_matters[m] = MinimumMatters(query, values, measure);
  }
  input.own = ValueColumns(AskedMeasures(query, values), input.skeleton->size());
}

absl::StatusOr<TreeOutput> RunTree(const TreeInput& input, const Query& query,
                                   RunContext& context) {
  return TreeRun(input, query, context).Run();
}

}  // namespace profiler
