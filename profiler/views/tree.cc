#include "profiler/views/tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/views/tree_parts.h"

namespace profiler {
namespace {

constexpr uint32_t kCheckEvery = 1 << 16;

class TreeRun {
 public:
  TreeRun(const TreeInput& input, const Query& query, RunContext& context)
      : in_(input),
        tree_(*input.skeleton),
        query_(query),
        quirks_(query.compat_tfprof),
        context_(context),
        start_(query.start_names),
        trim_(query.trim_names),
        show_(query.show_names),
        hide_(query.hide_names) {}

  absl::StatusOr<TreeOutput> Run() {
    FindKept(in_, kept_, kept_parent_);
    FindCounts();
    AddUp();
    PROFILER_RETURN_IF_ERROR(ApplyStatistic(kept_parent_, kept_));
    std::vector<int32_t> roots = StartNodes();
    PROFILER_RETURN_IF_ERROR(Show(roots));
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
  // A kept node that is not accounted: tfprof adds what it has, we do not.
  void FindCounts() {
    const bool all_kept = quirks_.Has(Quirk::kScopeHiddenSelf);
    out_.counts.assign(tree_.size(), 0);
    for (size_t i = 1; i < tree_.size(); ++i) {
      out_.counts[i] = all_kept ? kept_[i] : in_.accounted[i];
    }
  }

  Values Own(int32_t node) {
    if (!out_.counts[node]) return Values::Absent();
    if (in_.accounted[node]) return in_.own[node];
    for (size_t m = 0; m < kMeasureCount; ++m) {
      if (IsShown(query_, static_cast<Measure>(m)) && OrZero(in_.own[node].by_measure[m]) != 0) {
        used_[static_cast<size_t>(Quirk::kScopeHiddenSelf)] = true;
      }
    }
    return in_.own[node];
  }

  void AddUp() {
    const size_t n = tree_.size();
    out_.total.assign(n, Values::Absent());
    for (size_t i = n; i-- > 0;) {
      if (!kept_[i]) continue;
      Values& total = out_.total[i];
      total.Add(Own(static_cast<int32_t>(i)));
      Settle(quirks_, total);
      if (i > 0) out_.total[kept_parent_[i]].Add(total);
      if (!in_.elsewhere.empty()) total.Add(in_.elsewhere[i]);
    }
  }

  // The rows of a tree with what they add to it, for totals over steps.
  StepTree StepsOf(const std::vector<int32_t>& parent, const std::vector<char>& included) const {
    return {parent, included, [this](int32_t node, Measure measure, StepSeries& series) {
              if (out_.counts[node]) in_.steps.add(node, measure, series);
            }};
  }

  absl::Status ApplyStatistic(const std::vector<int32_t>& parent,
                              const std::vector<char>& included) {
    return ApplyToTotals(StepsOf(parent, included), in_.steps, context_,
                         [this](int32_t node) -> Values& { return out_.total[node]; });
  }

  // The totals of the rows in each step.
  absl::Status CollectSeries(const std::vector<int32_t>& parent,
                             const std::vector<char>& included) {
    if (in_.steps.statistic != Statistic::kPerStep) return absl::OkStatus();
    std::vector<int32_t> row_of(tree_.size(), -1);
    for (size_t row = 0; row < out_.rows.size(); ++row) {
      row_of[out_.rows[row].node] = static_cast<int32_t>(row);
    }
    for (const Measure measure : kStepMeasures) {
      if (!IsShown(query_, measure)) continue;
      std::vector<StepSeries>& series = out_.series[static_cast<size_t>(measure)];
      series.resize(out_.rows.size());
      PROFILER_RETURN_IF_ERROR(AddUpSteps(StepsOf(parent, included), in_.steps.empty, measure,
                                          context_, [&](int32_t node, const StepSeries& total) {
                                            if (row_of[node] >= 0) series[row_of[node]] = total;
                                          }));
    }
    return absl::OkStatus();
  }

  // The first nodes from the top whose name matches -start_name_regexes, in walk order.
  std::vector<int32_t> StartNodes() {
    std::vector<int32_t> roots;
    const bool all = query_.start_names.all();
    std::vector<char> below_start(tree_.size(), 0);
    for (size_t i = 1; i < tree_.size(); ++i) {
      if (!kept_[i]) continue;
      const int32_t parent = kept_parent_[i];
      if (all ? parent == 0 : !below_start[parent] && start_.Matches(tree_.name[i])) {
        roots.push_back(static_cast<int32_t>(i));
        below_start[i] = 1;
      } else {
        below_start[i] = all || below_start[parent];
      }
    }
    return roots;
  }

  bool PassesMinimum(int32_t node, Measure measure) {
    const bool occurrence = measure == Measure::kOccurrence;
    if (occurrence && in_.ignores_min_occurrence) return true;
    const Value limit = MinimumOf(query_, measure);
    const Value total = OrZero(out_.total[node][measure]);
    const bool on_self = in_.min_on_self && (occurrence || measure == Measure::kParams ||
                                             measure == Measure::kFloatOps);
    if (!on_self) return total >= limit;
    const Value self = OrZero(in_.own[node][measure]);
    if ((self >= limit) != (total >= limit)) used_[static_cast<size_t>(Quirk::kMinOnSelf)] = true;
    return self >= limit;
  }

  bool ShouldShow(int32_t node, int32_t depth) {
    if (depth > query_.max_depth) return false;
    for (size_t m = 0; m < kMeasureCount; ++m) {
      if (!PassesMinimum(node, static_cast<Measure>(m))) return false;
    }
    const std::string_view name = tree_.name[node];
    if (!show_.Matches(name) || hide_.Matches(name)) return false;
    // The root is at depth 1 here.
    return in_.where == nullptr || in_.where(node, depth - 1, out_.total[node]);
  }

  // Walks down from the start nodes and fills `under_`: per shown node the nearest shown one above.
  absl::Status Show(const std::vector<int32_t>& roots) {
    under_.assign(tree_.size(), kNoNode);
    is_shown_.assign(tree_.size(), 0);
    is_shown_[0] = 1;
    shown_count_ = 1;
    const Children children(kept_parent_);
    struct Visit {
      int32_t node, above, depth;
    };
    std::vector<Visit> stack;
    // Below the root, unless it is too deep already (the root is at depth 1) or trimmed.
    if (query_.max_depth >= 1 && !trim_.Matches(kRootName)) {
      for (auto it = roots.rbegin(); it != roots.rend(); ++it) stack.push_back({*it, 0, 2});
    }
    uint32_t visited = 0;
    while (!stack.empty()) {
      if (++visited % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context_.Check());
      const Visit at = stack.back();
      stack.pop_back();
      const bool trimmed = trim_.Matches(tree_.name[at.node]);
      if (trimmed && in_.trim_drops_row) continue;
      const bool show = ShouldShow(at.node, at.depth);
      if (show) {
        is_shown_[at.node] = 1;
        under_[at.node] = at.above;
        ++shown_count_;
      }
      if (trimmed || at.depth > query_.max_depth) continue;
      for (int32_t c = children.start[at.node + 1]; c-- > children.start[at.node];) {
        stack.push_back({children.nodes[c], show ? at.node : at.above, at.depth + 1});
      }
    }
    return absl::OkStatus();
  }

  void CountHidden() {
    for (size_t i = 1; i < tree_.size(); ++i) out_.hidden += kept_[i] && !is_shown_[i];
  }

  // Of the rows that show, those with the greatest totals, equal ones in display order. Others are
  // hidden; what is below one of them moves up.
  void KeepTop(size_t most) {
    std::vector<int32_t> nodes;
    WalkShown([&](int32_t node, int32_t, int32_t) { nodes.push_back(node); });
    if (nodes.size() <= most + 1) return;
    std::vector<int32_t> ranked(nodes.begin() + 1, nodes.end());  // without the root
    const Measure key = *query_.order_measure();
    std::stable_sort(ranked.begin(), ranked.end(), [&](int32_t a, int32_t b) {
      return OrZero(out_.total[a][key]) > OrZero(out_.total[b][key]);
    });
    for (size_t i = most; i < ranked.size(); ++i) is_shown_[ranked[i]] = 0;
    shown_count_ = most + 1;
    for (int32_t node : nodes) {  // those above come first
      if (node != 0 && !is_shown_[under_[node]]) under_[node] = under_[under_[node]];
    }
    for (int32_t node : nodes) {
      if (!is_shown_[node]) under_[node] = kNoNode;
    }
  }

  void AddUpShown() {
    for (size_t i = 0; i < tree_.size(); ++i) {
      if (is_shown_[i]) out_.total[i] = Own(static_cast<int32_t>(i));
      if (!is_shown_[i]) out_.counts[i] = 0;
    }
    out_.total[0].defined = quirks_.Has(Quirk::kDisplayedCountsRoot) ? 1 : 0;
    for (size_t i = tree_.size(); i-- > 0;) {
      if (!is_shown_[i]) continue;
      Settle(quirks_, out_.total[i]);
      if (i > 0) out_.total[under_[i]].Add(out_.total[i]);
    }
  }

  // Sorts siblings and lines the rows up.
  void Arrange() {
    out_.rows.reserve(shown_count_);
    WalkShown([&](int32_t node, int32_t depth, int32_t parent) {
      out_.rows.push_back({node, depth, parent});
    });
  }

  // Visits what is shown in display order, with the number of rows above each and the place of the
  // nearest one.
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

  void SortSiblings(Children& children) {
    using Order = TreeInput::OrderByOccurrence;
    std::optional<Measure> key = query_.order_measure();
    if (key == Measure::kOccurrence && !query_.top) {
      if (in_.order_by_occurrence == Order::kAsIs) return;
      if (in_.order_by_occurrence == Order::kByName) key.reset();
    }
    for (size_t n = 0; n < tree_.size(); ++n) {
      const auto first = children.nodes.begin() + children.start[n];
      const auto last = children.nodes.begin() + children.start[n + 1];
      if (last - first < 2) continue;
      if (!key) {
        std::stable_sort(first, last,
                         [&](int32_t a, int32_t b) { return tree_.name[a] < tree_.name[b]; });
      } else {
        std::stable_sort(first, last, [&](int32_t a, int32_t b) {
          return OrZero(out_.total[a][*key]) > OrZero(out_.total[b][*key]);
        });
      }
    }
  }

  const TreeInput& in_;
  const TreeSkeleton& tree_;
  const Query& query_;
  const Quirks quirks_;
  RunContext& context_;
  NameFilter start_, trim_, show_, hide_;
  std::vector<char> kept_, is_shown_;
  std::vector<int32_t> kept_parent_, under_;
  size_t shown_count_ = 0;
  std::array<bool, 32> used_ = {};
  TreeOutput out_;
};

}  // namespace

absl::StatusOr<TreeOutput> RunTree(const TreeInput& input, const Query& query,
                                   RunContext& context) {
  return TreeRun(input, query, context).Run();
}

}  // namespace profiler
