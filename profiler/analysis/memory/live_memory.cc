#include "profiler/analysis/memory/live_memory.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/memory/allocations.h"

namespace profiler {
namespace {

using Rows = std::vector<const AllocationRow*>;

// Finds the peak of the rows' memory, and the memory that is alive at the peak.
void Follow(const Rows& rows, LiveMemory& memory) {
  const AllocationHistory history = FollowAllocations(rows);
  Int128 held = 0, most = 0;  // in addition to `before`
  size_t peak_at = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    held += rows[i]->delta;
    if (i > 0 && held <= most) continue;
    most = held;
    peak_at = i;
  }
  memory.before = history.before;
  // If only frees were recorded, the peak was before the first free.
  memory.peak = memory.before + std::max<Int128>(most, 0);
  memory.peak_time = rows[peak_at]->time;
  for (const AllocatedMemory& one : history.memory) {
    const int64_t end = one.died == AllocatedMemory::kNever ? kUnknown : rows[one.died]->time;
    memory.tensors.push_back(
        {one.op, one.bytes, rows[one.born]->time, end, one.IsAliveAfter(peak_at)});
  }
}

void SetExtent(const Profile& profile, const Rows& rows, LiveMemory& memory) {
  memory.begin = rows.front()->time;
  memory.end = rows.back()->time;
  if (!memory.step.valid()) return;
  const StepRow& step = profile.steps[memory.step];
  if (step.begin != kUnknown) memory.begin = std::min(memory.begin, step.begin);
  if (step.end != kUnknown) memory.end = std::max(memory.end, step.end);
}

}  // namespace

std::vector<LiveMemory> LiveMemories(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  std::map<std::tuple<DeviceId, StringId, StepId>, Rows> groups;
  for (const AllocationRow& row : profile.allocations) {
    if (row.time == kUnknown || row.delta == kUnknown || row.delta == 0) continue;
    if (!row.device.valid() || !steps.Has(row.step) || !source_filter.Has(row.step, row.device))
      continue;
    groups[{row.device, row.allocator, row.step}].push_back(&row);
  }
  std::vector<LiveMemory> memories;
  for (auto& [key, rows] : groups) {
    std::stable_sort(rows.begin(), rows.end(), [](const AllocationRow* a, const AllocationRow* b) {
      return a->time < b->time;
    });
    LiveMemory memory;
    std::tie(memory.device, memory.allocator, memory.step) = key;
    memory.device = OwnerOfMemory(profile, memory.device, memory.allocator);
    SetExtent(profile, rows, memory);
    Follow(rows, memory);
    memory.source = SourceOfAllocation(profile, *rows.front());
    const bool is_same = !memories.empty() && memories.back().device == memory.device &&
                         memories.back().allocator == memory.allocator;
    if (!is_same) {
      memories.push_back(std::move(memory));
    } else if (memory.peak > memories.back().peak) {
      memories.back() = std::move(memory);
    }
  }
  return memories;
}

}  // namespace profiler
