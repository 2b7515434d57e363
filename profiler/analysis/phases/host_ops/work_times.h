#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_WORK_TIMES_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_WORK_TIMES_H_

#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/interval_index.h"

namespace profiler {

// By source: when any of its accelerators at the selected places works, and does not only wait for
// input. In the source's own time.
std::vector<IntervalIndex> WorkIndexes(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_WORK_TIMES_H_
