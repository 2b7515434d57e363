#ifndef PROFILER_ANALYSIS_METRICS_FULL_PROCESSORS_H_
#define PROFILER_ANALYSIS_METRICS_FULL_PROCESSORS_H_

#include <set>
#include <string_view>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// Whether the processors of every one of `hosts`, or of every node if it is empty, are busy most of
// the time and hardly ever wait for input and output, so that neither more processes nor faster
// files make the job faster. False if that was not recorded.
bool HasFullProcessors(const Selected& selected, const std::set<std::string_view>& hosts);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_FULL_PROCESSORS_H_
