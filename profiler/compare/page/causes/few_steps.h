#ifndef PROFILER_COMPARE_PAGE_CAUSES_FEW_STEPS_H_
#define PROFILER_COMPARE_PAGE_CAUSES_FEW_STEPS_H_

#include <span>
#include <string>

#include "profiler/compare/page/side.h"

namespace profiler {

// Names what fewer than half of the steps of `with` run, and no step of `without`, if these steps
// are the longer ones because of it, or by no chance: an op, else a kernel, else a line of code.
// Empty if there is none. `totals` are the steps of `with`, whose mean is `more` longer.
std::string FewStepsText(const Side& with, std::span<const double> totals, const Side& without,
                         double more);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_FEW_STEPS_H_
