// The selected series of metrics, and the names of their origins.
#ifndef PROFILER_ANALYSIS_METRICS_METRIC_SERIES_H_
#define PROFILER_ANALYSIS_METRICS_METRIC_SERIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// SageMaker Debugger's names of dimensions; readers of other formats use the same names.
inline constexpr std::string_view kCpuUtilization = "CPUUtilization";
inline constexpr std::string_view kGpuUtilization = "GPUUtilization";
inline constexpr std::string_view kGpuMemoryUtilization = "GPUMemoryUtilization";
inline constexpr std::string_view kIoWait = "I/OWaitPercentage";

struct MetricSeries {
  const Series* series = nullptr;
  std::string_view node;  // the host; empty if unknown
  std::string_view kind;  // e.g. "gpu"; empty if not recorded
  std::string name;       // a device ("gpu0") or a host's metric ("IOWaitPercentage")
  std::string_view dimension;
  std::string_view unit;
};

// Sorted by node, kind, name (gpu2 before gpu10) and dimension.
std::vector<MetricSeries> PickSeries(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_METRIC_SERIES_H_
