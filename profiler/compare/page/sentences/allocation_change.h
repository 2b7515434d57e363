// Whether calls that get or free memory of devices make a change of the step.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_ALLOCATION_CHANGE_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_ALLOCATION_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Names the calls, as cudaMalloc and cudaFree, if half of the step's change or more is time in
// which accelerators are idle until work is launched, and the calls changed by as much; else empty.
// `calls` are judged and sorted.
std::string AllocationSentence(const Change& step, const Side& base, const Side& next,
                               const std::vector<DiffRow>& calls);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_ALLOCATION_CHANGE_H_
