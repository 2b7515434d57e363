#ifndef PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_

#include <algorithm>
#include <array>
#include <cstdint>
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

  // Times are on the wall scale. Time outside of the step is ignored. Inline, as it is called for
  // each event of a profile.
  void Add(StepEventType type, Value begin, Value end) {
    begin = std::max<Value>(begin - begin_, 0);
    end = std::min(end - begin_, length_);
    if (end <= begin) return;
    std::vector<Interval>& of_type = by_type_[static_cast<size_t>(type)];
    const Interval one{static_cast<int64_t>(begin), static_cast<int64_t>(end)};
    // Tracks are sorted, so an event that touches the previous one extends it.
    if (!of_type.empty() && of_type.back().begin <= one.begin && one.begin <= of_type.back().end) {
      of_type.back().end = std::max(of_type.back().end, one.end);
    } else {
      of_type.push_back(one);
    }
  }

  StepSplit Split() &&;

 private:
  Value begin_, length_;
  bool is_timed_ = false;
  std::array<std::vector<Interval>, kStepEventTypeCount> by_type_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_
