// What a function or a mark of the user, with all that it calls, explains of the step's change.
#ifndef PROFILER_COMPARE_PAGE_WORK_WHOLE_FUNCTIONS_H_
#define PROFILER_COMPARE_PAGE_WORK_WHOLE_FUNCTIONS_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// The functions and marks that only one side has, with their whole time. Those of the larger time
// come first, of equal times the outer one. The sides own their names.
std::vector<DiffRow> FunctionsOfOneSide(const Comparison& comparison, const Side& base,
                                        const Side& next);

// The one that explains most of the step's change: the innermost of those that take nearly the same
// time. Null if none explains more than half, or if others replace it.
const DiffRow* ExplainingFunction(const Change& step, const std::vector<DiffRow>& functions);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_WORK_WHOLE_FUNCTIONS_H_
