#ifndef PROFILER_ANALYSIS_MEMORY_ALLOCATIONS_H_
#define PROFILER_ANALYSIS_MEMORY_ALLOCATIONS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// A piece of memory, with the row that allocated it and the row that freed it.
struct AllocatedMemory {
  static constexpr size_t kNever = SIZE_MAX;
  OpId op;  // the op that allocated the memory; invalid if unknown
  int64_t bytes = 0;
  size_t born = 0, died = kNever;  // row numbers; kNever if no free was recorded

  bool IsAliveAfter(size_t row) const { return born <= row && row < died; }
};

struct AllocationHistory {
  std::vector<AllocatedMemory> memory;  // sorted by `born`
  Int128 before = 0;             // freed without an allocation in the rows, so held from the start
  int64_t frees_of_unknown = 0;  // frees without an allocation in the rows
};

// Follows the allocations and frees of one allocator; `rows` must be sorted by time, and their
// deltas must be known and not 0. A free is matched with the allocation at its address or, without
// addresses, with the oldest allocation of the same op and size.
AllocationHistory FollowAllocations(const std::vector<const AllocationRow*>& rows);

// The source that recorded the allocation; invalid if unknown.
SourceId SourceOfAllocation(const Profile& profile, const AllocationRow& row);

// The device that the memory belongs to. An XSpace records every allocation on the host that made
// it, but the names of TensorFlow's allocators include the device, e.g. GPU_0_bfc.
DeviceId OwnerOfMemory(const Profile& profile, DeviceId recorded, StringId allocator);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_ALLOCATIONS_H_
