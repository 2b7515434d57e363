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
  OpId op;  // that allocated it, or none
  int64_t bytes = 0;
};

// What one allocator of a device did. kAbsent: not known.
struct MemoryUse {
  SourceId source;  // or none
  DeviceId device;
  StringId allocator;        // or none: not recorded
  StepId step;               // all of it is of this step alone; none: of all that was selected
  bool has_changes = false;  // else only what was in use was recorded, not what changed that
  int64_t allocations = 0, frees = 0, frees_of_unknown = 0;
  Int128 unfreed = 0;       // allocated and not freed
  Int128 held_at_peak = 0;  // the sum of `held`; more than `peak` where frees were lost
  bool knows_start = false;
  Value at_start = kAbsent, at_end = kAbsent, peak = 0, reserved_peak = kAbsent;
  int64_t peak_time = 0, begin = 0, end = 0;  // on the source's clock
  std::vector<HeldMemory> held;               // at the peak
  // The most that was held in equal parts of the time from begin to end; NaN where not recorded.
  std::vector<double> allocated_series, reserved_series;
};

struct MemoryUses {
  std::vector<MemoryUse> uses;   // by rank, source, device, allocator
  bool has_steps_apart = false;  // of an allocator the step with the highest peak is here
  int64_t untimed = 0;           // rows left out: no time tells where they belong
};

// Where an allocator told its totals, these count. Else the changes are added up, upon what was
// freed and never allocated: at least that much was held at the start. Where
// no allocation of a device was recorded, what was in use behind each op is. Recorders that note
// neither addresses nor totals (tfprof's) note each step by itself, so steps are not added up.
absl::StatusOr<MemoryUses> FindMemoryUses(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MEMORY_USE_H_
