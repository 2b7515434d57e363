#ifndef PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time in which a kind of collective ran on an accelerator and nothing computed there, in
// picoseconds.
struct ExposedCollective {
  CollectiveKind kind = CollectiveKind::kOther;
  std::string_view group;  // empty if not recorded
  uint32_t worker = 0;     // index in Workers::all()
  Int128 exposed = 0;
  Int128 of_worker = 0;  // the same of all of the worker's collectives together
};

// Summed over the accelerators of a worker; sorted by time, longest first.
absl::StatusOr<std::vector<ExposedCollective>> ExposedCollectives(const Selected& selected,
                                                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_EXPOSED_COLLECTIVES_H_
