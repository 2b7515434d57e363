#ifndef PROFILER_VIEWS_OP_VALUES_H_
#define PROFILER_VIEWS_OP_VALUES_H_

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/query/quirks.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/step_values.h"

namespace profiler {

// Sums as views understand them: what is absent adds nothing, and a sum of nothing is absent.
inline void AddValue(Value& sum, Value value) {
  if (value == kAbsent) return;
  sum = sum == kAbsent ? value : sum + value;
}
inline Value OrZero(Value value) { return value == kAbsent ? 0 : value; }

// One value per measure. kOccurrence is how often it ran; `defined` is how many ops it stands for.
struct Values {
  std::array<Value, kMeasureCount> by_measure;
  Value defined = 0;

  static Values Absent() {
    Values values;
    values.by_measure.fill(kAbsent);
    return values;
  }
  static Values Zero() {
    Values values;
    values.by_measure.fill(0);
    return values;
  }
  Value& operator[](Measure m) { return by_measure[static_cast<size_t>(m)]; }
  Value operator[](Measure m) const { return by_measure[static_cast<size_t>(m)]; }
  void Add(const Values& other) {
    for (size_t m = 0; m < kMeasureCount; ++m) AddValue(by_measure[m], other.by_measure[m]);
    defined += other.defined;
  }
};

// Whether the op is a model's variable: in graphs other ops, too, have a shape.
bool IsVariable(const Profile& profile, OpId op);

// Brings sums of Values into the range in which they are reported (Quirk::kWrap64).
void Settle(const Quirks& quirks, Values& values);

// Whether an answer shows or sorts by the measure; micros stands for three.
bool IsShown(const Query& query, Measure measure);

// What -min_... asks for, in the unit of a Value.
Value MinimumOf(const Query& query, Measure measure);

// The values of every op over the selected step, or its mean over the steps in which it ran.
// Executions outside every step follow as one more item where there are any: their sum.
struct OpValues {
  std::vector<Values> of;  // by op, then the item outside steps
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
    if (has_outside && op + 1 == of.size()) return AddValue(series.back(), of[op][measure]);
    steps->Add(OpId(op), measure, series);
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
inline constexpr std::string_view kOutsideSteps = "<outside steps>";

// Computed once per (steps, places, compat, kind of statistic) and kept in `context`. Fails as
// SelectSteps does.
absl::StatusOr<std::shared_ptr<const OpValues>> GetOpValues(const Profile& profile,
                                                            const Query& query,
                                                            RunContext& context);

}  // namespace profiler

#endif  // PROFILER_VIEWS_OP_VALUES_H_
