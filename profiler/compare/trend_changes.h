#ifndef PROFILER_COMPARE_TREND_CHANGES_H_
#define PROFILER_COMPARE_TREND_CHANGES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "profiler/base/unit.h"
#include "profiler/base/value.h"

namespace profiler {

// A lasting change of a measure.
struct TrendChange {
  size_t run = 0;                                    // the first run after it
  double before = kAbsentReal, after = kAbsentReal;  // medians of the runs up to the next change
  double p_value = 1;

  double ratio() const { return after / before; }
};

// A change of less than this part of the value before is none.
inline constexpr double kLeastTrendChange = 0.01;

// Runs without a value (NaN) are passed over.
std::vector<TrendChange> ChangesOf(const std::vector<double>& values);

// "6.1 % slower", "6.1 % more".
std::string Describe(const TrendChange& change, Unit unit);

// Whether more is worse, and it became more: of times and bytes. Of other measures that is unknown.
bool IsWorsening(const TrendChange& change, Unit unit);

// The last value, if it lies apart from all since the last change: as the only one it cannot be a
// change. `before` is the median of those, `count` how many they are.
struct NewestApart {
  size_t run = 0, count = 0;
  double before = kAbsentReal, value = kAbsentReal;
};
std::optional<NewestApart> FindNewestApart(const std::vector<double>& values,
                                           const std::vector<TrendChange>& changes);

}  // namespace profiler

#endif  // PROFILER_COMPARE_TREND_CHANGES_H_
