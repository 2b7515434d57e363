// What the cells of a row of a table of metrics say: devices, and metrics derived from others.
#ifndef PROFILER_READERS_METRIC_TABLE_ROW_CELLS_H_
#define PROFILER_READERS_METRIC_TABLE_ROW_CELLS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/readers/metric_table/header.h"

namespace profiler::metric_table {

// The number of a device: "3" or "gpu3", which sets `kind`. Returns nullopt for "all", "-1" and
// other words that name no single device.
std::optional<int64_t> DeviceNumber(std::string_view text, DeviceKind& kind);

// Whether the text names a CPU: "cpu3".
bool IsCpu(std::string_view text);

// The value of a derived metric; `values` has one item per column. nullopt if one is unknown.
std::optional<double> Compute(const Derived& derived,
                              const std::vector<std::optional<double>>& values);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_ROW_CELLS_H_
