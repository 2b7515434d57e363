#ifndef PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_
#define PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/inputs/input.h"
#include "profiler/readers/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads metrics over time, as CSV, JSON lines, or what nvidia-smi, dool and sysstat write, into
// series. docs/capture.md tells the columns.
absl::Status ReadMetricTable(const Input& input, ProfileBuilder& builder, ImportReport& report,
                             RunContext& context);

// How sure the bytes are of such a table, as sniffers say it.
int SniffMetricTable(std::string_view bytes);
// Names what a file that is none lacks.
absl::Status NoMetricTable(const Input& input);

// Takes times that were recorded without a zone as of one whose clocks are ahead of UTC by that
// much.
void SetZoneOfMetrics(int64_t utc_offset_s, ProfileBuilder& builder);

// Metrics that tell no host are of the one that all other inputs are of, where it is one.
void NameHostOfMetrics(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_READERS_METRIC_TABLE_METRIC_TABLE_H_
