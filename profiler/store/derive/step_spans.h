#ifndef PROFILER_STORE_DERIVE_STEP_SPANS_H_
#define PROFILER_STORE_DERIVE_STEP_SPANS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/store/ids.h"

namespace profiler {

// The steps of one source by time, however they overlap.
class StepSpans {
 public:
  void Add(int64_t begin, int64_t end, StepId step) { spans_.push_back({begin, end, step}); }
  // After the last Add() and before At().
  void Finish();

  bool empty() const { return spans_.empty(); }
  // The step in whose time the moment lies: of several the one that began last. Or none.
  StepId At(int64_t time) const;

 private:
  struct Span {
    int64_t begin, end;
    StepId step;
  };

  std::vector<Span> spans_;
  // From a moment to the next: which step it is. Steps that overlap are cut into these once, so
  // that a long one does not make each question long.
  std::vector<std::pair<int64_t, StepId>> changes_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_STEP_SPANS_H_
