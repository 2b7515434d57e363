#ifndef PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_
#define PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_

#include <string>
#include <string_view>

#include "profiler/readers/common/format.h"

namespace profiler {

// Metrics over time: CSV, JSON lines, and the output of nvidia-smi, dool and sysstat.
// docs/capture.md lists the columns.
extern const Format kMetricTableFormat;

// Returns the reason why the bytes are not such a table.
std::string WhyNoMetricTable(std::string_view bytes);

// The value of SourceRow::clock_offset_found_by for a table whose times have no zone.
inline constexpr std::string_view kZoneless = "no zone in the file: taken as UTC";

}  // namespace profiler

#endif  // PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_
