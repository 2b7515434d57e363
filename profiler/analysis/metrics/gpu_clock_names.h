// Metrics that are clocks of GPUs, or say why these are low, by their names.
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

// Whether it is a reason of a lower clock, 1 while active: "clocks_event_reasons.sw_power_cap".
bool IsClockReason(std::string_view dimension);
// Such a reason as findings name it: "sw_power_cap".
std::string_view ShortClockReason(std::string_view dimension);
bool IsGpuTemperature(std::string_view dimension);
bool IsGpuPower(const MetricSeries& series);
// The power that the GPU is held to, not what it could be set to.
bool IsGpuPowerLimit(const MetricSeries& series);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_GPU_CLOCK_NAMES_H_
