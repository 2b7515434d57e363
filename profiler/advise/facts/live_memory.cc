#include "profiler/advise/facts/live_memory.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"

namespace profiler {
namespace {

using Rows = std::vector<const AllocationRow*>;

constexpr size_t kNever = SIZE_MAX;

// Follows the allocations and frees of one step in time.
class Follower {
 public:
  explicit Follower(LiveMemory& memory) : memory_(memory) {}

  void Run(const Rows& rows) {
    for (size_t i = 0; i < rows.size(); ++i) {
      Take(*rows[i], i);
      if (i == 0 || held_ > most_) {
        most_ = held_;
        peak_at_ = i;
      }
    }
    // Where frees alone were recorded, the most was held before them.
    memory_.peak = memory_.before + std::max<Int128>(most_, 0);
    memory_.peak_time = rows[peak_at_]->time;
    for (size_t i = 0; i < memory_.tensors.size(); ++i) {
      memory_.tensors[i].at_peak = born_[i] <= peak_at_ && peak_at_ < died_[i];
    }
  }

 private:
  void Take(const AllocationRow& row, size_t i) {
    held_ += row.delta;
    if (row.delta > 0) {
      Open(row).push_back(memory_.tensors.size());
      memory_.tensors.push_back({row.op, row.delta, row.time, kUnknown, false});
      born_.push_back(i);
      died_.push_back(kNever);
      return;
    }
    std::deque<size_t>& open = Open(row);
    if (open.empty()) {
      memory_.before -= row.delta;
      return;
    }
    memory_.tensors[open.front()].end = row.time;
    died_[open.front()] = i;
    open.pop_front();
  }

  // The tensors that the free may end, the oldest first.
  std::deque<size_t>& Open(const AllocationRow& row) {
    if (row.address != 0) return by_address_[row.address];
    return by_op_[{row.op, row.delta > 0 ? -static_cast<Int128>(row.delta) : row.delta}];
  }

  LiveMemory& memory_;
  Int128 held_ = 0, most_ = 0;  // above `before`
  size_t peak_at_ = 0;
  std::vector<size_t> born_, died_;  // by tensor: the row
  absl::flat_hash_map<uint64_t, std::deque<size_t>> by_address_;
  std::map<std::pair<OpId, Int128>, std::deque<size_t>> by_op_;  // by the free's delta
};

void SetExtent(const Profile& profile, const Rows& rows, LiveMemory& memory) {
  memory.begin = rows.front()->time;
  memory.end = rows.back()->time;
  if (!memory.step.valid()) return;
  const StepRow& step = profile.steps[memory.step];
  if (step.begin != kUnknown) memory.begin = std::min(memory.begin, step.begin);
  if (step.end != kUnknown) memory.end = std::max(memory.end, step.end);
}

// An XSpace records all allocations on the host that made them. TensorFlow's allocators say in
// their names whose memory it is: GPU_0_bfc.
DeviceId OwnerOf(const Profile& profile, DeviceId recorded, StringId allocator) {
  constexpr std::string_view kGpu = "GPU_";
  if (!allocator.valid() || IsAccelerator(profile.devices[recorded].kind)) return recorded;
  std::string_view name = profile.strings[allocator];
  if (!name.starts_with(kGpu)) return recorded;
  name.remove_prefix(kGpu.size());
  int64_t ordinal = 0;
  if (!absl::SimpleAtoi(absl::string_view(name.data(), std::min(name.size(), name.find('_'))),
                        &ordinal)) {
    return recorded;
  }
  for (uint32_t d = 0; d < profile.devices.size(); ++d) {
    const DeviceRow& device = profile.devices[DeviceId(d)];
    const bool is_it = device.kind == DeviceKind::kGpu && device.ordinal == ordinal &&
                       device.host == profile.devices[recorded].host;
    if (is_it) return DeviceId(d);
  }
  return recorded;
}

}  // namespace

std::vector<LiveMemory> LiveMemories(const Profile& profile, const SelectedSteps& steps,
                                     const Places& places) {
  std::map<std::tuple<DeviceId, StringId, StepId>, Rows> groups;
  for (const AllocationRow& row : profile.allocations) {
    if (row.time == kUnknown || row.delta == kUnknown || row.delta == 0) continue;
    if (!row.device.valid() || !steps.Has(row.step) || !places.Has(row.step, row.device)) continue;
    groups[{row.device, row.allocator, row.step}].push_back(&row);
  }
  std::vector<LiveMemory> memories;
  for (auto& [key, rows] : groups) {
    std::stable_sort(rows.begin(), rows.end(), [](const AllocationRow* a, const AllocationRow* b) {
      return a->time < b->time;
    });
    LiveMemory memory;
    std::tie(memory.device, memory.allocator, memory.step) = key;
    memory.device = OwnerOf(profile, memory.device, memory.allocator);
    SetExtent(profile, rows, memory);
    Follower(memory).Run(rows);
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
