// The numbers that analysis computes and reports hold, and how both say "not recorded".
#ifndef PROFILER_BASE_VALUE_H_
#define PROFILER_BASE_VALUE_H_

#include <cmath>
#include <cstdint>
#include <limits>

#include "profiler/base/int128.h"

namespace profiler {

// "Not recorded", in every 64-bit column. Never confused with 0.
inline constexpr int64_t kUnknown = std::numeric_limits<int64_t>::min();

// A number in its column's unit; times are in picoseconds.
using Value = Int128;
// "Not recorded": printed `-`, null in JSON.
inline constexpr Value kAbsent = static_cast<Value>(1) << 126;
// The same of reals.
inline constexpr double kAbsentReal = std::numeric_limits<double>::quiet_NaN();

// Sums skip what is absent; a sum of nothing is absent.
inline void AddValue(Value& sum, Value value) {
  if (value == kAbsent) return;
  sum = sum == kAbsent ? value : sum + value;
}
// Of a whole that is not more than 0: NaN.
inline double ShareOf(Value part, Value whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : kAbsentReal;
}
inline Value OrZero(Value value) { return value == kAbsent ? 0 : value; }

// A number of the store as one of a report.
inline Value Known(int64_t value) { return value == kUnknown ? kAbsent : value; }

// A time that was calculated.
inline Value WholePicos(double picos) {
  return std::isfinite(picos) ? static_cast<Value>(std::round(picos)) : kAbsent;
}

}  // namespace profiler

#endif  // PROFILER_BASE_VALUE_H_
