#ifndef PROFILER_READERS_METRIC_TABLE_KNOWN_METRICS_H_
#define PROFILER_READERS_METRIC_TABLE_KNOWN_METRICS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::metric_table {

// What a column, or a name in a row, is a metric of.
struct MetricName {
  DeviceKind device = DeviceKind::kOther;  // kCpu, kGpu, or kOther: none
  int64_t ordinal = kUnknown;              // of the device, where the name tells it
  std::string kind, dimension, unit;
  double scale = 1;  // of the values to `unit`
  bool is_known = false;
};

// The metric that tools write under the name, as "utilization.gpu [%]", "%iowait", "gpu1_util" or
// "cpu_percent", in the words of SageMaker Debugger where it has one; one that is not known keeps
// its name. `group` is the heading that a tool puts above several names ("total cpu usage"), or "".
MetricName NameMetric(std::string_view name, std::string_view group);

// "gpu3" or "cpu12". False where it is none.
bool ParseDevice(std::string_view name, DeviceKind& kind, int64_t& ordinal);

// The unit of what is written behind a number or in the head of a column ("%", "MiB"), and what
// makes its values that unit's.
struct UnitText {
  std::string unit;
  double scale = 1;
};
UnitText UnitOf(std::string_view text);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_KNOWN_METRICS_H_
