// The values of ops in each step, for statistics over steps.
#ifndef PROFILER_ANALYSIS_VALUES_STEP_VALUES_H_
#define PROFILER_ANALYSIS_VALUES_STEP_VALUES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/value.h"
#include "profiler/query/measures.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// One value per step, and a last value for outside of steps. kAbsent if nothing ran or nothing was
// recorded.
using StepSeries = std::vector<Value>;
// Without what ran outside of steps, which is the last value; NaN where nothing ran.
std::vector<double> RealSeries(const StepSeries& series);

// The steps of a report. Steps that several sources recorded of one host count as one step. If
// -step selects a single number, all steps of that number count as one, as for a mean.
struct StepAxis {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<int64_t> numbers;   // in order; kUnknown for a step without a number
  std::vector<uint32_t> of_step;  // by StepId: the step's index in `numbers`, or kNone

  // Leaves out steps of sources that -source, -host and -rank leave out, but not steps in which
  // nothing ran on the devices that -device selects.
  explicit StepAxis(const Selected& selected);
  StepAxis() = default;
};

// Maps each exec row to the step in which the row counts. Points into the profile.
class StepValues {
 public:
  // With `adds_up_steps` the values of all steps stand in one place of a series, as the statistic
  // needs only their sum.
  StepValues(const Profile& profile, StepAxis axis, bool adds_up_steps);

  // `counted` is the part of `row` that counts; tfprof may ignore the rest.
  void Count(uint32_t exec, const ExecRow& row, const ExecRow& counted, bool misses_accelerator);

  const std::vector<int64_t>& numbers() const { return axis_.numbers; }
  StepSeries Empty() const {
    return StepSeries((adds_up_steps_ ? 1 : axis_.numbers.size()) + 1, kAbsent);
  }
  // Adds the op's values to the steps of `series`. Has no values for params, which belong to no
  // step.
  void Add(OpId op, Measure measure, StepSeries& series) const;

  friend uint64_t HeapBytes(const StepValues& values) {
    return HeapBytes(values.axis_.numbers) + HeapBytes(values.axis_.of_step) +
           HeapBytes(values.step_) +
           values.changed_.capacity() * sizeof(std::pair<uint32_t, ExecRow>) +
           values.misses_accelerator_.capacity() / 8;
  }

 private:
  Value ValueOf(uint32_t exec, OpId op, Measure measure) const;

  const Profile* profile_;
  StepAxis axis_;
  bool adds_up_steps_;
  std::vector<uint32_t> step_;  // indexed by exec row; the place in a series
  absl::flat_hash_map<uint32_t, ExecRow> changed_;
  std::vector<bool> misses_accelerator_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_STEP_VALUES_H_
