#ifndef PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Time of an accelerator in which a collective ran and nothing computed, picoseconds.
struct ExposedCollective {
  StringId name;  // of the op, else of the kernel
  Int128 exposed = 0;
};

// Summed over accelerators; the one with most first, equal ones by name.
absl::StatusOr<std::vector<ExposedCollective>> ExposedCollectives(const Selected& selected,
                                                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_
