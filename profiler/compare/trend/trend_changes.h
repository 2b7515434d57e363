#ifndef PROFILER_COMPARE_TREND_TREND_CHANGES_H_
#define PROFILER_COMPARE_TREND_TREND_CHANGES_H_

#include <cmath>
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
  // Of a drift, which a line through all runs shows better than steps: how much it grows a run.
  // Then `run` is the first one, and `before` and `after` are the line's values at its ends.
  double per_run = kAbsentReal;

  bool is_drift() const { return !std::isnan(per_run); }
  double ratio() const { return after / before; }
};

// A change of less than this part of the value before is none.
inline constexpr double kLeastTrendChange = 0.01;

// Runs without a value (NaN) are passed over, and outliers, each alone among others.
std::vector<TrendChange> ChangesOf(const std::vector<double>& values);

// The changes, or the drift in their place if a line lies clearly nearer to the values.
std::vector<TrendChange> DriftOr(std::vector<TrendChange> changes,
                                 const std::vector<double>& values);

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

#endif  // PROFILER_COMPARE_TREND_TREND_CHANGES_H_
