// Whether a value keeps a bound, of values that are known only so exactly.
#ifndef PROFILER_COMPARE_CHECK_BOUNDS_H_
#define PROFILER_COMPARE_CHECK_BOUNDS_H_

#include "profiler/base/unit.h"
#include "profiler/compare/measure/expression.h"

namespace profiler {

// The part of a value by which equal ones may differ: sums of a share or a time are rounded, and
// stores without events keep times of ops and kernels to 0.1 %. Counts and bytes are exact.
double ExactTo(Unit unit, bool is_rounded);

// A value that is beyond the bound by no more than `exact_to` of it keeps a sign that allows
// equality.
bool IsMet(RequiredSign sign, double value, double bound, double exact_to);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_BOUNDS_H_
