#include "profiler/compare/check/bounds.h"

#include <cmath>

namespace profiler {

double ExactTo(Unit unit, bool is_rounded) {
  constexpr double kOfSums = 1e-8, kOfStores = 1e-3;
  if (unit != Unit::kMicros && unit != Unit::kShare) return 0;
  return is_rounded ? kOfStores : kOfSums;
}

bool IsMet(RequiredSign sign, double value, double bound, double exact_to) {
  // Differences of infinite values are unknown.
  const bool is_equal = value == bound || std::abs(value - bound) <= exact_to * std::abs(bound);
  switch (sign) {
    case RequiredSign::kLess:
      return value < bound;
    case RequiredSign::kLessEqual:
      return value <= bound || is_equal;
    case RequiredSign::kGreater:
      return value > bound;
    case RequiredSign::kGreaterEqual:
      return value >= bound || is_equal;
    case RequiredSign::kEqual:
      return is_equal;
    case RequiredSign::kNotEqual:
      return !is_equal;
  }
  return false;
}

}  // namespace profiler
