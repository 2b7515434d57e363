// Whether devices compute more slowly, as under a lower clock.
#ifndef PROFILER_COMPARE_PAGE_CAUSES_CLOCK_CHANGE_H_
#define PROFILER_COMPARE_PAGE_CAUSES_CLOCK_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"

namespace profiler {

// A sentence if the same kernels of matrix products, convolutions and attention, two or more, run
// as often and all take longer by one factor, which explains the step's change, while the other
// kernels take as long as before: these wait for memory, whose clock is another one. Else empty.
std::string ClockSentence(const Change& step, const std::vector<DiffRow>& kernels);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_CAUSES_CLOCK_CHANGE_H_
