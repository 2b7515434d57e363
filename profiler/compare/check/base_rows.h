#ifndef PROFILER_COMPARE_CHECK_BASE_ROWS_H_
#define PROFILER_COMPARE_CHECK_BASE_ROWS_H_

#include <vector>

#include "profiler/compare/measure/measure.h"
#include "profiler/report/row_kind.h"

namespace profiler {

// For each row of the new profile that of the base, null if the base has none: the row of the same
// key, or else of the same name if no other row has it, as keys may have the path of the profile.
// What is left is paired as renamed rows are in `diff`: by what does not change from build to build
// (compare/row_pairs.h), and kernels also without the numbers in their names and launches.
std::vector<const MeasuredRow*> RowsInBase(const Measured& next, const Measured& base,
                                           RowKind kind);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_BASE_ROWS_H_
