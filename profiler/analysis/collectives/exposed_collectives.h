#ifndef PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time in which a collective ran on an accelerator and nothing computed there, in picoseconds.
struct ExposedCollective {
  StringId name;     // the op, or the kernel if the op is unknown
  uint32_t run = 0;  // index in Runs
  Int128 exposed = 0;
};

// Summed over the accelerators of a run; sorted by time, longest first, then by name.
absl::StatusOr<std::vector<ExposedCollective>> ExposedCollectives(const Selected& selected,
                                                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_
