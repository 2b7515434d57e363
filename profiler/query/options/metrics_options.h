#ifndef PROFILER_QUERY_OPTIONS_METRICS_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_METRICS_OPTIONS_H_

#include "profiler/query/options/options.h"

namespace profiler {

// Metrics that were recorded beside a profile, and the zone of their clock.
OptionSpec MetricsPathOption();
OptionSpec MetricsUtcOffsetOption();

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_METRICS_OPTIONS_H_
