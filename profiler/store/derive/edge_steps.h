#ifndef PROFILER_STORE_DERIVE_EDGE_STEPS_H_
#define PROFILER_STORE_DERIVE_EDGE_STEPS_H_

#include <algorithm>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler {

// Recorders begin and end anywhere, which the marks of a host do not tell: of many steps that one
// source marked the first and the last are not trusted, and become partial.
inline void MarkEdgeSteps(const std::vector<StepId>& marked, ProfileBuilder& builder) {
  constexpr size_t kFewSteps = 5;
  if (marked.size() <= kFewSteps) return;
  const auto earlier = [&](StepId a, StepId b) {
    return builder.step(a).begin < builder.step(b).begin;
  };
  const auto [first, last] = std::minmax_element(marked.begin(), marked.end(), earlier);
  builder.step(*first).partial = true;
  builder.step(*last).partial = true;
}

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_EDGE_STEPS_H_
