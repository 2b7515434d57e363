// What ops did in each step, for statistics over steps.
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

// A value for each step, and last for what ran outside every step. kAbsent: nothing ran there, or
// nothing was recorded.
using StepSeries = std::vector<Value>;

// The steps of an answer. Those of several sources that count as one are one; so are all of one
// number where -step picks no other, as in a mean.
struct StepAxis {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<int64_t> numbers;   // in order; kUnknown where a step has none
  std::vector<uint32_t> of_step;  // by StepId, its place in `numbers`, or kNone

  // Steps of sources that -source, -host and -rank leave out are none of it. On a device that
  // -device picks a step may have been idle.
  explicit StepAxis(const Selected& selected);
  StepAxis() = default;
};

// Which step each exec row counts in. It points into the profile.
class StepValues {
 public:
  StepValues(const Profile& profile, StepAxis axis);

  // `row` counts as `counted`, which is another where tfprof leaves a part of it out.
  void Count(uint32_t exec, const ExecRow& row, const ExecRow& counted, bool misses_accelerator);

  const std::vector<int64_t>& numbers() const { return axis_.numbers; }
  StepSeries Empty() const { return StepSeries(axis_.numbers.size() + 1, kAbsent); }
  // Adds what the op did to the steps of `series`. Params belong to no step.
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
  std::vector<uint32_t> step_;  // by exec row
  absl::flat_hash_map<uint32_t, ExecRow> changed_;
  std::vector<bool> misses_accelerator_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_STEP_VALUES_H_
