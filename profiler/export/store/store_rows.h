#ifndef PROFILER_EXPORT_STORE_STORE_ROWS_H_
#define PROFILER_EXPORT_STORE_STORE_ROWS_H_

#include "absl/status/status.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/export/store/store_selection.h"
#include "profiler/export/store/store_strings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Writes the rows of all tables of schema.h: the selected executions, and everything else.
absl::Status WriteStoreRows(const Profile& profile, const StoreSelection& selection,
                            const StoredStrings& strings, bool with_args, StoreFrames& frames);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_ROWS_H_
