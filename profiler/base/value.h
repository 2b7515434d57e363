// The number types of analysis and reports, and their values for "not recorded".
#ifndef PROFILER_BASE_VALUE_H_
#define PROFILER_BASE_VALUE_H_

#include <cmath>
#include <cstdint>
#include <limits>

#include "profiler/base/int128.h"

namespace profiler {

// Means "not recorded" in 64-bit columns, which differs from 0.
inline constexpr int64_t kUnknown = std::numeric_limits<int64_t>::min();

// A number in its column's unit; times are in picoseconds.
using Value = Int128;
// Means "not recorded" in a Value. Output shows it as `-` in text and null in JSON.
inline constexpr Value kAbsent = static_cast<Value>(1) << 126;
// Means "not recorded" in a double.
inline constexpr double kAbsentReal = std::numeric_limits<double>::quiet_NaN();

// Adds a value to a sum. Absent values are skipped; the sum of none is absent.
inline void AddValue(Value& sum, Value value) {
  if (value == kAbsent) return;
  sum = sum == kAbsent ? value : sum + value;
}
// Returns part / whole, or NaN if the whole is not positive.
inline double ShareOf(Value part, Value whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : kAbsentReal;
}
// The nearest double. Nearly all values have 64 bits, for which a processor has an instruction.
inline double RealOf(Value value) {
  const auto low = static_cast<int64_t>(value);
  return low == value ? static_cast<double>(low) : static_cast<double>(value);
}
inline Value OrZero(Value value) { return value == kAbsent ? 0 : value; }

// Converts a number from the form of the store (kUnknown) to that of a report (kAbsent).
inline Value Known(int64_t value) { return value == kUnknown ? kAbsent : value; }

// Rounds a computed time to picoseconds.
inline Value WholePicos(double picos) {
  return std::isfinite(picos) ? static_cast<Value>(std::round(picos)) : kAbsent;
}

}  // namespace profiler

#endif  // PROFILER_BASE_VALUE_H_
