#ifndef PROFILER_EXPORT_STORE_STORE_PROGRAM_H_
#define PROFILER_EXPORT_STORE_STORE_PROGRAM_H_

#include "absl/status/status.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/export/store/store_selection.h"
#include "profiler/store/profile.h"

namespace profiler {

// Writes what was there to run, and where: texts, sources, devices, steps, ops and their lists.
absl::Status WriteStoreProgram(const Profile& profile, const StoreSelection& selection,
                               StoreFrames& frames);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_PROGRAM_H_
