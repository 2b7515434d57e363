#ifndef PROFILER_STORE_DERIVE_STEPS_STEP_SPANS_H_
#define PROFILER_STORE_DERIVE_STEPS_STEP_SPANS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/store/ids.h"

namespace profiler {

// Finds the step that contains a given time, in one source. Steps may overlap.
class StepSpans {
 public:
  void Add(int64_t begin, int64_t end, StepId step) { spans_.push_back({begin, end, step}); }
  // Must be called after the last Add() and before At().
  void Finish();

  bool empty() const { return spans_.empty(); }
  // Returns the step that contains the time. If several steps do, returns the one that began last;
  // if none does, returns an invalid id.
  StepId At(int64_t time) const;

 private:
  struct Span {
    int64_t begin, end;
    StepId step;
  };

  std::vector<Span> spans_;
  // The times at which the result of At() changes, and the step from then on. Finish() resolves
  // overlaps once, so that a long step does not slow down each look-up.
  std::vector<std::pair<int64_t, StepId>> changes_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_STEPS_STEP_SPANS_H_
