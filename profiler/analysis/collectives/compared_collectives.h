#ifndef PROFILER_ANALYSIS_COLLECTIVES_COMPARED_COLLECTIVES_H_
#define PROFILER_ANALYSIS_COLLECTIVES_COMPARED_COLLECTIVES_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/collectives/collective_events.h"
#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The collectives of all ranks in the selected steps, and who waited for whom in them.
struct ComparedCollectives {
  std::vector<CollectiveEvent> events;
  CollectiveWaits waits;
};
uint64_t HeapBytes(const ComparedCollectives& compared);

// Computed once per selection of steps and cached in the memo. Ranks are compared with all others,
// also with those that are not selected.
absl::StatusOr<std::shared_ptr<const ComparedCollectives>> SharedCollectives(
    const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_COMPARED_COLLECTIVES_H_
