#ifndef PROFILER_EXPORT_STORE_KEPT_MEMORY_H_
#define PROFILER_EXPORT_STORE_KEPT_MEMORY_H_

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Replaces the allocations of `to` by a few rows for each allocator of the selected profile: what
// was allocated at the start, at the peak and at the end. FindMemoryUses() reads them back.
absl::Status KeepMemory(const Selected& selected, Profile& to, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_KEPT_MEMORY_H_
