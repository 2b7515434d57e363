#ifndef PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_
#define PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads metrics over time, as CSV, JSON lines, or what nvidia-smi, dool and sysstat write, into
// series. docs/capture.md tells the columns.
absl::Status ReadMetricTable(const Input& input, ProfileBuilder& builder, ImportReport& report,
                             RunContext& context);

// How sure the bytes are of such a table, as sniffers say it.
int SniffMetricTable(std::string_view bytes);
// What bytes that are none lack.
std::string WhyNoMetricTable(std::string_view bytes);

// SourceRow::format of such a table, and ::clock_offset_found_by of one that tells times without a
// zone.
inline constexpr std::string_view kMetricTable = "metric_table";
inline constexpr std::string_view kZoneless = "no zone in the file: taken as UTC";

}  // namespace profiler

#endif  // PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_
