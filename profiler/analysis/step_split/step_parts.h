#ifndef PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
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
  void Add(StepEventType type, Value begin, Value end) {
    begin = std::max<Value>(begin - begin_, 0);
    end = std::min(end - begin_, length_);
    if (end <= begin) return;
    Append({static_cast<int64_t>(begin), static_cast<int64_t>(end)}, OfType(type));
  }

  // Adds times of one type in the time of a track, in 64 bits: of each event of a profile.
  class OfTrack {
   public:
    // Whether the step's begin has 64 bits there; `zero` is that of the track on the wall scale.
    static bool Has(const StepParts& step, Value zero) {
      const Value begin = step.begin_ - zero;
      return begin == static_cast<int64_t>(begin);
    }
    OfTrack() = default;  // Add() must not be called
    // Only if Has(). The step must outlive it.
    OfTrack(StepParts& step, StepEventType type, Value zero)
        : begin_(static_cast<int64_t>(step.begin_ - zero)),
          end_(static_cast<int64_t>(
              std::min<Value>(begin_ + step.length_, std::numeric_limits<int64_t>::max()))),
          of_type_(&step.OfType(type)) {}

    void Add(int64_t begin, int64_t end) {
      begin = std::max(begin, begin_);
      end = std::min(end, end_);
      if (begin >= end) return;
      if (last_.begin <= begin && begin <= last_.end) {
        last_.end = std::max(last_.end, end);
      } else {
        Finish();
        last_ = {begin, end};
      }
    }
    // Must be called after the last Add().
    void Finish() {
      if (last_.begin < last_.end) Append({last_.begin - begin_, last_.end - begin_}, *of_type_);
    }

   private:
    int64_t begin_ = 0, end_ = 0;  // of the step
    Interval last_ = {};           // not in `of_type_` yet
    std::vector<Interval>* of_type_ = nullptr;
  };

  StepSplit Split() &&;

 private:
  std::vector<Interval>& OfType(StepEventType type) { return by_type_[static_cast<size_t>(type)]; }

  // Tracks are sorted, so an event that touches the previous one extends it.
  static void Append(const Interval& one, std::vector<Interval>& of_type) {
    if (!of_type.empty() && of_type.back().begin <= one.begin && one.begin <= of_type.back().end) {
      of_type.back().end = std::max(of_type.back().end, one.end);
    } else {
      of_type.push_back(one);
    }
  }

  Value begin_, length_;
  bool is_timed_ = false;
  std::array<std::vector<Interval>, kStepEventTypeCount> by_type_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_STEP_PARTS_H_
