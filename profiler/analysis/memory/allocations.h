#ifndef PROFILER_ANALYSIS_MEMORY_ALLOCATIONS_H_
#define PROFILER_ANALYSIS_MEMORY_ALLOCATIONS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// Memory from the row that allocated it to the row that freed it.
struct AllocatedMemory {
  static constexpr size_t kNever = SIZE_MAX;
  OpId op;  // that allocated it, or none
  int64_t bytes = 0;
  size_t born = 0, died = kNever;  // row numbers; not freed as far as recorded

  bool IsAliveAfter(size_t row) const { return born <= row && row < died; }
};

struct AllocationHistory {
  std::vector<AllocatedMemory> memory;  // by birth
  Int128 before = 0;                    // freed and not allocated in the rows: held all the while
  int64_t frees_of_unknown = 0;         // how many frees these are
};

// Follows the allocations and frees of one allocator; `rows` by time, with deltas that are known
// and not 0. A free belongs to the allocation at its address; without addresses, to the oldest one
// of the same op and size.
AllocationHistory FollowAllocations(const std::vector<const AllocationRow*>& rows);

// Whose memory it is: an XSpace records all allocations on the host that made them, and
// TensorFlow's allocators say in their names whose it is: GPU_0_bfc.
DeviceId OwnerOfMemory(const Profile& profile, DeviceId recorded, StringId allocator);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_ALLOCATIONS_H_
