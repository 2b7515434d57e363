#ifndef PROFILER_ANALYSIS_TIME_WORK_SPANS_H_
#define PROFILER_ANALYSIS_TIME_WORK_SPANS_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"

namespace profiler {

// By device: the time from the begin of its first selected work to the end of its last, in
// picoseconds. Of several files, whose clocks may differ, the sum over them. 0 without work.
std::vector<Int128> WorkSpans(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TIME_WORK_SPANS_H_
