#include "profiler/export/store/kept_memory.h"

#include <algorithm>
#include <cstdint>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Adds rows of one allocator in the order of time. No row has a change of its own, so none counts
// as an allocation or a free.
class KeptMoments {
 public:
  KeptMoments(const MemoryUse& use, Profile& to) : use_(use), to_(to) {}

  void AddAll() {
    // A delta of 0 marks the start, see MemoryUse::is_kept.
    if (use_.at_start != kAbsent) Add(use_.begin, use_.at_start, 0, kUnknown);
    const int64_t reserved =
        use_.reserved_peak == kAbsent ? kUnknown : static_cast<int64_t>(use_.reserved_peak);
    Add(use_.peak_time, use_.peak, kUnknown, reserved);
    if (use_.at_end != kAbsent) Add(use_.end, use_.at_end, kUnknown, kUnknown);
  }

 private:
  void Add(int64_t time, Value allocated, int64_t delta, int64_t reserved) {
    AllocationRow row;
    row.device = use_.device;
    row.allocator = use_.allocator;
    row.source = use_.source;
    row.time = time;
    row.delta = delta;
    row.total_allocated = static_cast<int64_t>(std::max<Value>(allocated, 0));
    row.total_reserved = reserved;
    to_.allocations.push_back(row);
  }

  const MemoryUse& use_;
  Profile& to_;
};

}  // namespace

absl::Status KeepMemory(const Selected& selected, Profile& to, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const MemoryUses found, FindMemoryUses(selected, context));
  to.allocations.clear();
  for (const MemoryUse& use : found.uses) KeptMoments(use, to).AddAll();
  return absl::OkStatus();
}

}  // namespace profiler
