#ifndef PROFILER_STORE_DERIVE_EDGE_STEPS_H_
#define PROFILER_STORE_DERIVE_EDGE_STEPS_H_

#include <algorithm>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler {

// Marks the first and the last step of a source as partial if it has more than a few steps.
// Recording may start or stop inside these two steps, and a host's marks do not show it.
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
