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

// The metrics that were recorded beside a profile, as ReadFiles(). What holds none is left out and
// told.
absl::StatusOr<FilesRead> ReadMetricFiles(const OpenRequest& request, ImportReport& report,
                                          RunContext& context);

// Takes times that were recorded without a zone as of one whose clocks are ahead of UTC by that
// much.
void SetZoneOfMetrics(int64_t utc_offset_s, std::vector<Profile>& parts);

// Metrics that tell no host are of the one that all other inputs are of, where it is one and both
// were recorded at the same time.
void NameHostOfMetrics(std::vector<Profile>& parts);

}  // namespace profiler

#endif  // PROFILER_OPEN_METRIC_FILES_H_
