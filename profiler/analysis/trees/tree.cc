#include "profiler/analysis/trees/tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"

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
    PROFILER_RETURN_IF_ERROR(ApplyStatistic(kept_parent_, kept_));
    PROFILER_RETURN_IF_ERROR(Show());
    if (query_.top) KeepTop(static_cast<size_t>(*query_.top));
    CountHidden();
    const bool only_shown = !in_.ignores_displayed_only && query_.account_displayed_op_only;
    if (only_shown) {
      AddUpShown();
      PROFILER_RETURN_IF_ERROR(ApplyStatistic(under_, is_shown_));
    }
    Arrange();
    PROFILER_RETURN_IF_ERROR(only_shown ? CollectSeries(under_, is_shown_)
                                        : CollectSeries(kept_parent_, kept_));
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

  // Each node in `included`, in reverse order, adds its values to its parent.
  void AddUp(const std::vector<char>& included, const std::vector<int32_t>& parent) {
    const size_t n = tree_.size();
    InParallel(kMeasureCount, ThreadsFor(n, context_.threads()), [&](size_t number) {
      const auto m = static_cast<Measure>(number);
      if (!in_.own.Has(m)) return;
      const std::vector<Value>& own = in_.own.column(m);
      std::vector<Value>& total = out_.total.column(m);
      const bool settles = !Has(in_.never_wraps, m);
      for (size_t i = n; i-- > 0;) {
        if (!included[i]) continue;
        if (out_.counts[i]) AddValue(total[i], own[i]);
        if (static_cast<int32_t>(i) == in_.apart) {
          if (in_.accounted[i]) total[i] = own[i];
          continue;
        }
        if (settles) total[i] = Settled(quirks_, m, total[i]);
        if (i > 0) AddValue(total[parent[i]], total[i]);
      }
    });
    std::vector<int64_t>& defined = out_.total.defined();
    for (size_t i = n; i-- > 0;) {
      if (!included[i]) continue;
      if (out_.counts[i]) defined[i] += in_.own.defined()[i];
      if (i > 0) defined[parent[i]] += defined[i];
    }
  }

  void AddUpAll() {
    out_.total = ValueColumns(in_.own.measures(), tree_.size());
    AddUp(kept_, kept_parent_);
    for (size_t i = 0; i < in_.elsewhere.size(); ++i) {
      if (kept_[i]) out_.total.Add(i, in_.elsewhere[i]);
    }
  }

  // The rows of a tree with their own series, for totals over steps.
  StepTree StepsOf(const std::vector<int32_t>& parent, const std::vector<char>& included) const {
    return {parent, included, [this](int32_t node, Measure measure, StepSeries& series) {
              if (out_.counts[node]) in_.steps.add(node, measure, series);
            }};
  }

  absl::Status ApplyStatistic(const std::vector<int32_t>& parent,
                              const std::vector<char>& included) {
    return ApplyToTotals(StepsOf(parent, included), in_.steps, context_,
                         [this](int32_t node, Measure measure, Value value) {
                           out_.total.Set(node, measure, value);
                         });
  }

  // Computes the totals of the rows in each step.
  absl::Status CollectSeries(const std::vector<int32_t>& parent,
                             const std::vector<char>& included) {
    if (in_.steps.series.empty()) return absl::OkStatus();
    std::vector<int32_t> row_of(tree_.size(), -1);
    for (size_t row = 0; row < out_.rows.size(); ++row) {
      row_of[out_.rows[row].node] = static_cast<int32_t>(row);
    }
    for (const Measure measure : in_.steps.series) {
      std::vector<std::vector<double>>& series = out_.series[static_cast<size_t>(measure)];
      series.resize(out_.rows.size());
      PROFILER_RETURN_IF_ERROR(AddUpSteps(StepsOf(parent, included), in_.steps.empty, measure,
                                          context_, [&](int32_t node, const StepSeries& total) {
                                            if (row_of[node] >= 0) {
                                              series[row_of[node]] = RealSeries(total);
                                            }
                                          }));
    }
    return absl::OkStatus();
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

  // What ran outside of steps is no part of what its siblings are parts of, so no rank compares it.
  template <typename Less>
  auto ApartLast(Less less) const {
    return [apart = in_.apart, less](int32_t a, int32_t b) {
      return a == apart || b == apart ? a != apart : less(a, b);
    };
  }

  auto GreaterBy(Measure key) const {
    return [&total = out_.total.column(key)](int32_t a, int32_t b) {
      return OrZero(total[a]) > OrZero(total[b]);
    };
  }

  // Keeps the shown rows with the largest totals; on ties, the first in display order. Children of
  // a hidden row move up.
  void KeepTop(size_t most) {
    std::vector<int32_t> nodes;
    WalkShown([&](int32_t node, int32_t, int32_t) { nodes.push_back(node); });
    if (nodes.size() <= most + 1) return;
    std::vector<int32_t> ranked(nodes.begin() + 1, nodes.end());  // without the root
    const Measure key = *query_.order_measure();
    std::stable_sort(ranked.begin(), ranked.end(), ApartLast(GreaterBy(key)));
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
    AddUp(is_shown_, under_);
  }

  // Sorts siblings and numbers the rows.
  void Arrange() {
    out_.rows.reserve(shown_count_);
    WalkShown([&](int32_t node, int32_t depth, int32_t parent) {
      out_.rows.push_back({node, depth, parent});
    });
  }

  // Visits the shown nodes in display order, with the number of rows above each and the index of
  // its parent's row.
  template <typename Visitor>
  void WalkShown(Visitor visit) {
    Children children(under_);
    SortSiblings(children);
    struct Visit {
      int32_t node, depth, parent;
    };
    std::vector<Visit> stack = {{0, 0, -1}};
    for (int32_t place = 0; !stack.empty(); ++place) {
      const Visit at = stack.back();
      stack.pop_back();
      visit(at.node, at.depth, at.parent);
      for (int32_t c = children.start[at.node + 1]; c-- > children.start[at.node];) {
        stack.push_back({children.nodes[c], at.depth + 1, place});
      }
    }
  }

  void SortSiblings(Children& children) const {
    using Order = TreeInput::OrderByOccurrence;
    const auto by_name = [&](int32_t a, int32_t b) { return tree_.name[a] < tree_.name[b]; };
    if (!query_.order_measure().has_value()) return SortEach(children, by_name);
    const Measure key = *query_.order_measure();
    if (key == Measure::kOccurrence && !query_.top) {
      if (in_.order_by_occurrence == Order::kAsIs) return;
      if (in_.order_by_occurrence == Order::kByName) return SortEach(children, by_name);
    }
    SortEach(children, GreaterBy(key));
  }

  template <typename Less>
  void SortEach(Children& children, Less less) const {
    for (size_t n = 0; n + 1 < children.start.size(); ++n) {
      SortFew(children.nodes.begin() + children.start[n],
              children.nodes.begin() + children.start[n + 1], ApartLast(less));
    }
  }

  const TreeInput& in_;
  const TreeSkeleton& tree_;
  const Query& query_;
  const Quirks quirks_;
  RunContext& context_;
  NameFilter start_, trim_, show_, hide_;
  std::vector<Measure> minimums_;
  std::vector<char> kept_, is_shown_;
  std::vector<HiddenBy> hidden_by_;  // per node; kNothing for shown ones
  std::vector<int32_t> kept_parent_, under_;
  size_t shown_count_ = 0;
  std::array<bool, 32> used_ = {};
  TreeOutput out_;
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
