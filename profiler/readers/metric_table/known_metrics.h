#ifndef PROFILER_READERS_METRIC_TABLE_KNOWN_METRICS_H_
#define PROFILER_READERS_METRIC_TABLE_KNOWN_METRICS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::metric_table {

// How the names of DCGM's metrics begin, when normalised (fields.h): all are of one GPU.
inline constexpr std::string_view kDcgmNames = "dcgm_fi_";

// The metric that is meant by a name in a header or a row.
struct MetricName {
  DeviceKind device = DeviceKind::kOther;  // kCpu, kGpu, or kOther for none
  int64_t ordinal = kUnknown;              // of the device, if the name has it
  std::string kind, dimension, unit;
  double scale = 1;  // from values to `unit`
  bool is_known = false;
};

// Returns the metric for a name such as "utilization.gpu [%]", "%iowait", "gpu1_util" or
// "cpu_percent". The result has SageMaker Debugger's name for the metric if there is one; an
// unknown metric keeps its name. `group` is the heading that a tool puts above several names
// ("total cpu usage"), or "".
MetricName NameMetric(std::string_view name, std::string_view group);

// Parses names like "gpu3" and "cpu12". Returns false for other names.
bool ParseDevice(std::string_view name, DeviceKind& kind, int64_t& ordinal);

// A unit that is written after a number or in a header ("%", "MiB"), and the factor to the store's
// unit.
struct UnitText {
  std::string unit;
  double scale = 1;
};
UnitText UnitOf(std::string_view text);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_KNOWN_METRICS_H_
