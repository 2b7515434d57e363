#ifndef PROFILER_ANALYSIS_MEMORY_MEMORY_USE_H_
#define PROFILER_ANALYSIS_MEMORY_MEMORY_USE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Memory that was allocated in the recording and alive at the peak.
struct HeldMemory {
  OpId op;  // the op that allocated the memory; invalid if unknown
  int64_t bytes = 0;
};

// The memory use of one allocator of a device. Values are kAbsent if unknown.
struct MemoryUse {
  SourceId source;  // invalid if unknown
  DeviceId device;
  StringId allocator;        // invalid if not recorded
  StepId step;               // the step that all values cover; invalid: all selected steps
  bool has_changes = false;  // false if only the memory in use was recorded
  int64_t allocations = 0, frees = 0, frees_of_unknown = 0;
  Int128 unfreed = 0;       // allocated but not freed
  Int128 held_at_peak = 0;  // the sum of `held`; exceeds `peak` if frees were lost
  bool knows_start = false;
  Value at_start = kAbsent, at_end = kAbsent, peak = 0, reserved_peak = kAbsent;
  int64_t peak_time = 0, begin = 0, end = 0;  // on the source's clock
  std::vector<HeldMemory> held;               // at the peak
  // The maximum in each of several equal parts of the time from begin to end; NaN if not recorded.
  std::vector<double> allocated_series, reserved_series;
};

struct MemoryUses {
  std::vector<MemoryUse> uses;  // sorted by rank, source, device, allocator
  // True if some allocators recorded each step separately. `uses` has only the step with the
  // highest peak of such an allocator.
  bool has_steps_apart = false;
  int64_t untimed = 0;  // rows left out, as they have no time and no step
};

// If an allocator recorded its totals, the totals are used. Otherwise changes are summed, starting
// from the memory that was freed without an allocation, as it was held at the start. For devices
// without recorded allocations, the memory in use after each op is used. Recorders without
// addresses and totals (tfprof's) record each step separately, so steps are not combined.
absl::StatusOr<MemoryUses> FindMemoryUses(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MEMORY_USE_H_
