#ifndef PROFILER_OPEN_OPEN_RUN_H_
#define PROFILER_OPEN_OPEN_RUN_H_

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/open/open.h"

namespace profiler {

// Maps a file; of one that is not there, says what is.
absl::StatusOr<Input> MapInput(const std::string& path);

// Opens the graph, run metadata, op log and checkpoint of a request as one profile. The wrong kind
// of file under one of these flags is named, with the flag that takes it.
absl::StatusOr<Profile> OpenTensorFlowRun(const OpenRequest& request, ImportReport& report,
                                          RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_OPEN_RUN_H_
