#ifndef PROFILER_OPEN_METRIC_FILES_H_
#define PROFILER_OPEN_METRIC_FILES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "profiler/open/read_files.h"
#include "profiler/readers/common/import_report.h"

namespace profiler {

// Reads files of metrics that were recorded in addition to a profile, in the manner of ReadFiles().
// Files without metrics are dropped and reported.
absl::StatusOr<FilesRead> ReadMetricFiles(const OpenRequest& request, ImportReport& report,
                                          RunContext& context);

// Converts metric times without a zone to UTC, as times of a clock that is `utc_offset_s` seconds
// ahead of UTC.
void SetZoneOfMetrics(int64_t utc_offset_s, std::vector<Profile>& parts);

// Sets the host of metrics that name no host, if all other inputs are from one host and were
// recorded at the same time as the metrics.
void NameHostOfMetrics(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_OPEN_METRIC_FILES_H_
