#ifndef PROFILER_EXPORT_STORE_STORE_STRINGS_H_
#define PROFILER_EXPORT_STORE_STORE_STRINGS_H_

#include "absl/status/status.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/store/strings.h"

namespace profiler {

// Writes all texts in the order of their ids. A long text is split into several rows.
absl::Status WriteStoreStrings(const Strings& strings, StoreFrames& frames);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_STRINGS_H_
