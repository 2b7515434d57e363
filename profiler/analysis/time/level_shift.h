#ifndef PROFILER_ANALYSIS_TIME_LEVEL_SHIFT_H_
#define PROFILER_ANALYSIS_TIME_LEVEL_SHIFT_H_

#include <cstddef>
#include <optional>
#include <vector>

namespace profiler {

// From one step on, steps take longer or shorter and stay so.
struct LevelShift {
  size_t first = 0;              // the first value of the new level
  double before = 0, after = 0;  // the medians
};

// Of values in the order of time. Both levels have 5 values or more, their medians differ by a
// tenth or more and by three times the mean distance of values from the median of their level, and
// nine of ten values of the lower one are below nine of ten of the higher one.
// The new level lasts: two of three of its values, and most of the last half of them, are nearer to
// its median than to the other. Of several shifts the one that leaves the least distance from both
// medians. nullopt if there is none.
std::optional<LevelShift> FindLevelShift(const std::vector<double>& values);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_LEVEL_SHIFT_H_
