#ifndef PROFILER_ANALYSIS_VALUES_RUNTIME_CALLS_H_
#define PROFILER_ANALYSIS_VALUES_RUNTIME_CALLS_H_

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// By type of op, the time of the calls of a runtime (cudaLaunchKernel) and of Python within ops of
// the type and in no op of their own, over all selected steps. The self time of an op leaves these
// calls out, as they are ops of their own; `ops` counts them as the op's.
absl::StatusOr<absl::flat_hash_map<StringId, Int128>> CallTimesOfTypes(const Selected& selected,
                                                                       RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_RUNTIME_CALLS_H_
