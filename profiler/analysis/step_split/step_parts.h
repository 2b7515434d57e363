#ifndef PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_

#include <array>
#include <vector>

#include "profiler/analysis/step_split/step_event_types.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/value.h"

namespace profiler {

// The events of one step, with times relative to its start, and how they split it.
class StepParts {
 public:
  StepParts(Value begin, Value length) : begin_(begin), length_(length) {}

  Value begin() const { return begin_; }
  // Call if the step has a timed event, so its length is known.
  void SetTimed() { is_timed_ = true; }

  // Times are on the wall scale. Time outside of the step is ignored.
  void Add(StepEventType type, Value begin, Value end);

  StepSplit Split() &&;

 private:
  Value begin_, length_;
  bool is_timed_ = false;
  std::array<std::vector<Interval>, kStepEventTypeCount> by_type_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_
