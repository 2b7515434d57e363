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

// Whether the op is a model's variable: in graphs other ops, too, have a shape.
bool IsVariable(const Profile& profile, OpId op);

// Brings sums of Values into the range in which they are reported (Quirk::kWrap64).
void Settle(const Quirks& quirks, Values& values);
Value Settled(const Quirks& quirks, Measure measure, Value value);

// Whether an answer shows or sorts by the measure; micros stands for three.
bool IsShown(const Query& query, Measure measure);

// The times of a measure are in picoseconds.
bool IsTime(Measure measure);

// What -min_... asks for, in the unit of a Value.
Value MinimumOf(const Query& query, Measure measure);

// The values of every op over the selected step, or its mean over the steps in which it ran.
// Executions outside every step follow as one more item where there are any: their sum.
struct OpValues {
  ValueColumns of;  // by op, then the item outside steps
  // Of every measure the sum of what is known; absent where one of the values is negative.
  std::array<Value, kMeasureCount> sum = {};
  // Where -source, -host, -rank or -device leave places out: per op, whether it ran in one that
  // stays. Empty where they leave none out.
  std::vector<char> ran_there;
  bool has_outside = false;
  // Ops that are in no answer: per op. Empty where all are in.
  std::vector<char> left_out;
  std::vector<Quirk> quirks;        // that changed values or left ops out
  std::optional<StepValues> steps;  // where the query asks for another statistic than the mean

  // Of one step, or none, all statistics are its value.
  Statistic StatisticOf(const Query& query) const {
    if (!steps.has_value()) return Statistic::kMean;
    const bool is_plain = steps->numbers().size() < 2 && query.statistic != Statistic::kPerStep;
    return is_plain ? Statistic::kMean : query.statistic;
  }
  // Adds what an item did in each step.
  void AddSteps(int32_t item, Measure measure, StepSeries& series) const {
    const auto op = static_cast<uint32_t>(item);
    if (has_outside && op + 1 == of.size()) return AddValue(series.back(), of.Get(op, measure));
    steps->Add(OpId(op), measure, series);
  }
  // No sum of the ops' values is negative or too large, so that none wraps (Quirk::kWrap64), even
  // where each op counts once per pattern.
  bool NeverWraps(const Query& query, Measure measure) const {
    const auto most = static_cast<Value>(query.selection.account_types.patterns().size()) + 1;
    const Value all = sum[static_cast<size_t>(measure)];
    return all != kAbsent && all < INT64_MAX / most;
  }
  bool LeavesOut(int32_t item) const {
    const auto op = static_cast<size_t>(item);
    return op < left_out.size() && left_out[op] != 0;
  }
  size_t items() const {
    const auto out = std::count(left_out.begin(), left_out.end(), 1);
    return of.size() - static_cast<size_t>(out);
  }
  // Which items there are, as a part of a cache's key.
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

// The measures on which the answer to a query depends: of its rows the others are neither shown nor
// compared with anything.
MeasureSet AskedMeasures(const Query& query, const OpValues& values);
// Whether the totals of an asked measure must be compared with -min_...: most have the minimum 0.
bool MinimumMatters(const Query& query, const OpValues& values, Measure measure);

// Computed once per (steps, places, compat, kind of statistic) and kept in the memo. Fails as
// SelectSteps does.
absl::StatusOr<std::shared_ptr<const OpValues>> GetOpValues(const Selected& selected,
                                                            const Query& query,
                                                            RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_OP_VALUES_H_
