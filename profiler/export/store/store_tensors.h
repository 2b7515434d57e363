#ifndef PROFILER_EXPORT_STORE_STORE_TENSORS_H_
#define PROFILER_EXPORT_STORE_STORE_TENSORS_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/store/profile.h"

namespace profiler {

// Writes the first values of each variable's tensor, as many as a view may show, or the reason why
// there are none.
absl::Status WriteStoreTensors(const Profile& profile, const RunContext& context,
                               StoreFrames& frames);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_TENSORS_H_
