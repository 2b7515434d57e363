#ifndef PROFILER_ANALYSIS_METRICS_FULL_PROCESSORS_H_
#define PROFILER_ANALYSIS_METRICS_FULL_PROCESSORS_H_

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// Whether the processors of every node are busy most of the time and hardly ever wait for input and
// output, so that neither more processes nor faster files make the job faster. False if that was
// not recorded.
bool HasFullProcessors(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_FULL_PROCESSORS_H_
