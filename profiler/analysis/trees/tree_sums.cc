#include "profiler/analysis/trees/tree_sums.h"

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"

namespace profiler {

void TreeSums::AddUp(const std::vector<char>& included, const std::vector<int32_t>& parent) {
  const size_t n = out_.counts.size();
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

absl::Status TreeSums::ApplyStatistic(const std::vector<char>& included,
                                      const std::vector<int32_t>& parent) {
  return ApplyToTotals(
      StepsOf(included, parent), in_.steps, context_,
      [this](int32_t node, Measure measure, Value value) { out_.total.Set(node, measure, value); });
}

absl::Status TreeSums::CollectSeries(const std::vector<char>& included,
                                     const std::vector<int32_t>& parent) {
  if (in_.steps.series.empty()) return absl::OkStatus();
  std::vector<int32_t> row_of(out_.counts.size(), -1);
  for (size_t row = 0; row < out_.rows.size(); ++row) {
    row_of[out_.rows[row].node] = static_cast<int32_t>(row);
  }
  for (const Measure measure : in_.steps.series) {
    std::vector<std::vector<double>>& series = out_.series[static_cast<size_t>(measure)];
    series.resize(out_.rows.size());
    PROFILER_RETURN_IF_ERROR(AddUpSteps(StepsOf(included, parent), in_.steps.empty, measure,
                                        context_, [&](int32_t node, const StepSeries& total) {
                                          if (row_of[node] >= 0) {
                                            series[row_of[node]] = RealSeries(total);
                                          }
                                        }));
  }
  return absl::OkStatus();
}

StepTree TreeSums::StepsOf(const std::vector<char>& included,
                           const std::vector<int32_t>& parent) const {
  return {parent, included, [this](int32_t node, Measure measure, StepSeries& series) {
            if (out_.counts[node]) in_.steps.add(node, measure, series);
          }};
}

}  // namespace profiler
