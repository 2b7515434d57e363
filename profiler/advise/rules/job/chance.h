#ifndef PROFILER_ADVISE_RULES_JOB_CHANCE_H_
#define PROFILER_ADVISE_RULES_JOB_CHANCE_H_

#include <cmath>
#include <cstdint>

namespace profiler {

// Of fewer collectives or steps nobody can tell what is chance.
inline constexpr int64_t kLeastToTell = 8;

// Whether a count is no larger than chance explains.
inline bool IsChance(int64_t count, double expected, double variance) {
  constexpr double kDeviations = 2;
  return static_cast<double>(count) < expected + kDeviations * std::sqrt(variance);
}

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_CHANCE_H_
