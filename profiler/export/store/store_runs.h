#ifndef PROFILER_EXPORT_STORE_STORE_RUNS_H_
#define PROFILER_EXPORT_STORE_STORE_RUNS_H_

#include "absl/status/status.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/export/store/store_selection.h"
#include "profiler/store/profile.h"

namespace profiler {

// Writes what ran, as far as it is selected, and what was measured beside it.
absl::Status WriteStoreRuns(const Profile& profile, const StoreSelection& selection, bool with_args,
                            StoreFrames& frames);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_RUNS_H_
