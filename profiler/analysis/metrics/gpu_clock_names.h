// Metrics that are clocks of GPUs, by their names.
#ifndef PROFILER_ANALYSIS_METRICS_GPU_CLOCK_NAMES_H_
#define PROFILER_ANALYSIS_METRICS_GPU_CLOCK_NAMES_H_

#include <cstdint>
#include <string_view>

#include "profiler/analysis/metrics/metric_series.h"

namespace profiler {

// Of the processors of a GPU: its clock ("clocks.current.sm"), or the highest that it can have
// ("clocks.max.sm").
enum class GpuClock : uint8_t { kNone, kNow, kMost };

GpuClock GpuClockOf(std::string_view dimension);

// What the values of a clock are multiplied by to be megahertz.
double MegahertzOf(const MetricSeries& series);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_GPU_CLOCK_NAMES_H_
