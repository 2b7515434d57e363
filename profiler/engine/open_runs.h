#ifndef PROFILER_ENGINE_OPEN_RUNS_H_
#define PROFILER_ENGINE_OPEN_RUNS_H_

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/open/open.h"

namespace profiler {

// Opens each of the profile paths as a run of its own, named by its path, in one profile: what
// would make files one run, such as one host and process, joins files below one path only. A store
// with several runs keeps them. The other inputs of the request are not for runs, so they are an
// error. Fails if a path cannot be read.
absl::StatusOr<OpenedProfile> OpenRuns(const OpenRequest& request, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ENGINE_OPEN_RUNS_H_
