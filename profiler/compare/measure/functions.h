#ifndef PROFILER_COMPARE_MEASURE_FUNCTIONS_H_
#define PROFILER_COMPARE_MEASURE_FUNCTIONS_H_

#include <vector>

#include "profiler/base/unit.h"
#include "profiler/compare/measure/expression.h"

namespace profiler {

// The function of the values; `whole` is the sum that shares are of. NaN without values. kEach is
// the value if there is only one, else NaN.
double Evaluate(MeasureFunction function, std::vector<double> values, double whole);

// The unit of the function's result for a column of this unit.
Unit UnitOf(MeasureFunction function, Unit column);

}  // namespace profiler

#endif  // PROFILER_COMPARE_MEASURE_FUNCTIONS_H_
