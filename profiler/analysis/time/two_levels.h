#ifndef PROFILER_ANALYSIS_TIME_TWO_LEVELS_H_
#define PROFILER_ANALYSIS_TIME_TWO_LEVELS_H_

#include <cstddef>
#include <optional>
#include <vector>

namespace profiler {

// Values of two levels that take turns, so that none is typical: a median is one of either or, of
// as many of each, between them.
struct TwoLevels {
  std::vector<char> is_high;  // by value
  size_t high = 0;            // how many are
  bool in_turn = false;       // each value is of the other level than the one before
};

// Of values in the order of time. Two fifths of them or more, three at least, are of each level,
// and each of the higher one is twice as large as each of the lower one, or more. The level changes
// four times or more: one new level is a LevelShift. nullopt if that is not so.
std::optional<TwoLevels> FindTwoLevels(const std::vector<double>& values);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_TWO_LEVELS_H_
