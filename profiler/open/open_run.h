#ifndef PROFILER_OPEN_OPEN_RUN_H_
#define PROFILER_OPEN_OPEN_RUN_H_

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/open/open.h"

namespace profiler {

// Maps a file. If the file does not exist, the error suggests a file with a similar name.
absl::StatusOr<Input> MapInput(const std::string& path);

// Opens the graph, run metadata, op log and checkpoint of a request as one profile. If a flag was
// given the wrong kind of file, the error names the flag that accepts the file.
absl::StatusOr<Profile> OpenTensorFlowRun(const OpenRequest& request, ImportReport& report,
                                          RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_OPEN_RUN_H_
