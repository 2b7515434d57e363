// The series of metrics that a query picks, and the words for where each is from.
#ifndef PROFILER_ANALYSIS_METRICS_METRIC_SERIES_H_
#define PROFILER_ANALYSIS_METRICS_METRIC_SERIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Dimensions as SageMaker Debugger calls them, which readers of other metrics use, too.
inline constexpr std::string_view kCpuUtilization = "CPUUtilization";
inline constexpr std::string_view kGpuUtilization = "GPUUtilization";
inline constexpr std::string_view kGpuMemoryUtilization = "GPUMemoryUtilization";
inline constexpr std::string_view kIoWait = "I/OWaitPercentage";

struct MetricSeries {
  const Series* series = nullptr;
  std::string_view node;  // the host; or empty
  std::string_view kind;  // "gpu", where the recorder tells
  std::string name;       // "gpu0", "IOWaitPercentage": the device, or the metric of a host
  std::string_view dimension;
  std::string_view unit;
};

// In the order of node, kind, name and dimension.
std::vector<MetricSeries> PickSeries(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_METRIC_SERIES_H_
