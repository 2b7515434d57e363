#ifndef PROFILER_ANALYSIS_MEMORY_MEMORY_USE_H_
#define PROFILER_ANALYSIS_MEMORY_MEMORY_USE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The name of memory whose op is not known.
inline constexpr std::string_view kUnknownOp = "<unknown op>";
// The name of memory at the peak that was not allocated in the recording.
inline constexpr std::string_view kAllocatedBefore = "<allocated before>";

// A piece of memory that was allocated in the recording.
struct HeldMemory {
  OpId op;  // the op that allocated the memory; invalid if unknown
  int64_t bytes = 0;
  int64_t begin = 0, end = kUnknown;  // on the source's clock; kUnknown if no free was recorded
  StringId region, data_type, shape;  // as recorded; invalid if not
};

// An allocation that failed: out of memory.
struct RefusedMemory {
  OpId op;            // what asked for it; invalid if unknown
  int64_t bytes = 0;  // what it asked for
  Value device_free = kAbsent, allocated = kAbsent, reserved = kAbsent;  // at that time
  int64_t time = 0;                                                      // on the source's clock
};

// What was in use in each of several equal parts of a time; NaN where not known.
struct MemorySeries {
  std::vector<double> most, least, last;  // the last is what was in use when the part ended
};

// The memory use of one allocator of a device. Values are kAbsent if unknown.
struct MemoryUse {
  SourceId source;  // invalid if unknown
  DeviceId device;
  StringId allocator;        // invalid if not recorded
  StepId step;               // the step that all values cover; invalid: all selected steps
  bool has_changes = false;  // false if only the memory in use was recorded
  // From a store without events, which keeps moments only: the start (a row with a delta of 0), the
  // peak and the end. What held memory, and use over time, are not known.
  bool is_kept = false;
  // A snapshot: what was held at one moment, which says nothing of the peak. `peak` and what holds
  // it are of that moment.
  bool is_moment = false;
  int64_t allocations = 0, frees = 0, frees_of_unknown = 0;
  // False where hardly any free was recorded, so that what stays is not known.
  bool knows_frees() const { return 2 * frees > allocations; }
  // Allocated but not freed; no more than what the allocator says is allocated at the end.
  Int128 unfreed = 0;
  Int128 held_at_peak = 0;  // the sum of `held`
  // Whether more was not seen freed at the peak than the allocator says was allocated. Then `held`
  // has of what was not seen freed only the latest allocations, as many as fit.
  bool lost_frees = false;
  bool knows_start = false;
  Value at_start = kAbsent, at_end = kAbsent, peak = 0, reserved_peak = kAbsent;
  // At the peak, if the allocator recorded it: the stack, which `peak` includes, what it could
  // still hand out, the part of that which lies beside allocated pieces, and the share of it which
  // lies outside its largest piece.
  Value stack_at_peak = kAbsent, free_at_peak = kAbsent, split_at_peak = kAbsent;
  double fragmentation_at_peak = kAbsentReal;
  int64_t peak_time = 0, begin = 0, end = 0;  // on the source's clock
  std::vector<HeldMemory> held;               // at the peak
  std::vector<HeldMemory> not_at_peak;        // the rest, if asked for
  std::vector<RefusedMemory> refused;         // by time

  // Use over time, in equal parts of the time from begin to end; empty if not recorded.
  MemorySeries allocated_series, reserved_series;
};

// Whether there are some, and all are snapshots.
bool AreMoments(const std::vector<MemoryUse>& uses);

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
enum class MemoryPieces : uint8_t { kAtPeak, kAll };
absl::StatusOr<MemoryUses> FindMemoryUses(const Selected& selected, RunContext& context,
                                          MemoryPieces pieces = MemoryPieces::kAtPeak);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_MEMORY_USE_H_
