#ifndef PROFILER_ADVISE_RULES_METRICS_METRICS_SINCE_H_
#define PROFILER_ADVISE_RULES_METRICS_METRICS_SINCE_H_

#include <cstdint>
#include <string>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// Which metrics of a host rose at a step, and where to look: "On algo-2 metrics rose then, I/O wait
// from 0.4% to 38%: look at ..."; empty if none did.
std::string MetricsSinceText(const Selected& selected, const std::string& host, int64_t step);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_METRICS_METRICS_SINCE_H_
