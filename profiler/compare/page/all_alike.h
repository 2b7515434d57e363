#ifndef PROFILER_COMPARE_PAGE_ALL_ALIKE_H_
#define PROFILER_COMPARE_PAGE_ALL_ALIKE_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"

namespace profiler {

// A sentence if nearly all rows, by number and by time, changed by a similar factor, which no
// change of one of them does; else "". `rows_are` begins it, "Ops", which are of all `rows_of`,
// "ops". Lines of code take longer each where they call more of `ops`: if ops that only one profile
// has are most of the change, no factor is.
std::string AllAlike(std::string_view rows_are, std::string_view rows_of, const Change& step,
                     const std::vector<DiffRow>& rows, const std::vector<DiffRow>& ops);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_ALL_ALIKE_H_
