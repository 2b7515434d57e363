#ifndef PROFILER_ANALYSIS_VALUES_OP_VALUES_H_
#define PROFILER_ANALYSIS_VALUES_OP_VALUES_H_

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/values/step_values.h"
#include "profiler/analysis/values/value_columns.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether the op is a variable of the model. In graphs, other ops have a shape too.
bool IsVariable(const Profile& profile, OpId op);

// The values of every op in the selected step, or the mean over the steps in which the op ran. If
// there are executions outside of steps, an additional item has their sum.
struct OpValues {
  ValueColumns of;  // by op; then the item for outside of steps, if any
  // By measure: the sum of the known values; kAbsent if any value is negative.
  std::array<Value, kMeasureCount> sum = {};
  // By op: whether the op ran in a selected place. Empty if all places are selected.
  std::vector<char> ran_there;
  bool has_outside = false;
  // By op: whether the op is left out of all reports. Empty if no op is.
  std::vector<char> left_out;
  std::vector<Quirk> quirks;        // the quirks that changed values or left ops out
  std::optional<StepValues> steps;  // if the query asks for a statistic other than the mean

  // With fewer than two steps, the mean is used, as all statistics are equal.
  Statistic StatisticOf(const Query& query) const {
    if (!steps.has_value()) return Statistic::kMean;
    const bool is_plain = steps->numbers().size() < 2 && query.statistic != Statistic::kPerStep;
    return is_plain ? Statistic::kMean : query.statistic;
  }
  // Adds an item's values in each step.
  void AddSteps(int32_t item, Measure measure, StepSeries& series) const {
    const auto op = static_cast<uint32_t>(item);
    if (has_outside && op + 1 == of.size()) return AddValue(series.back(), of.Get(op, measure));
    steps->Add(OpId(op), measure, series);
  }
  // Whether no sum of the ops' values is negative or too large, so that none wraps
  // (Quirk::kWrap64), even if each op counts once per pattern.
  bool NeverWraps(const Query& query, Measure measure) const {
    const auto most = static_cast<Value>(query.selection.account_types.patterns().size()) + 1;
    const Value all = sum[static_cast<size_t>(measure)];
    return all != kAbsent && all < INT64_MAX / most;
  }
  // The item for what ran outside of steps; -1 if there is none.
  int32_t OutsideItem() const { return has_outside ? static_cast<int32_t>(of.size()) - 1 : -1; }
  bool LeavesOut(int32_t item) const {
    const auto op = static_cast<size_t>(item);
    return op < left_out.size() && left_out[op] != 0;
  }
  size_t items() const {
    const auto out = std::count(left_out.begin(), left_out.end(), 1);
    return of.size() - static_cast<size_t>(out);
  }
  // A string that identifies the set of items, for use in cache keys.
  std::string ItemsKey() const {
    return std::string(has_outside ? ", outside" : "") +
           (left_out.empty() ? "" : ", some left out");
  }
};
inline uint64_t HeapBytes(const OpValues& values) {
  return HeapBytes(values.of) + HeapBytes(values.ran_there) + HeapBytes(values.left_out) +
         HeapBytes(values.quirks) + (values.steps ? HeapBytes(*values.steps) : 0);
}
inline constexpr std::string_view kOutsideSteps = "<outside steps>";

// Whether what ran outside of steps counts in totals. A total cannot be a part of a mean per step.
inline bool OutsideCounts(const Query& query) {
  return query.compat_tfprof || query.statistic == Statistic::kSum;
}

// Computed once per (steps, places, compat, kind of statistic) and cached in `context`. Fails like
// SelectSteps.
absl::StatusOr<std::shared_ptr<const OpValues>> GetOpValues(const Selected& selected,
                                                            const Query& query,
                                                            RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_OP_VALUES_H_
