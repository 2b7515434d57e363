#include "profiler/analysis/memory/allocations.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

class Follower {
 public:
  AllocationHistory Run(const std::vector<const AllocationRow*>& rows) && {
    for (size_t i = 0; i < rows.size(); ++i) Take(*rows[i], i);
    return std::move(history_);
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;
  // Unfreed memory with the same address, or the same op and size, oldest first. A linked list, as
  // most of the millions of addresses are used only once.
  struct Queue {
    size_t first = kNone, last = kNone;
  };

  void Take(const AllocationRow& row, size_t i) {
    Queue& open = Open(row);
    if (row.delta > 0) {
      const size_t number = history_.memory.size();
      history_.memory.push_back({row.op, row.delta, i});
      next_.push_back(kNone);
      (open.first == kNone ? open.first : next_[open.last]) = number;
      open.last = number;
    } else if (open.first == kNone) {
      history_.before -= row.delta;
      ++history_.frees_of_unknown;
    } else {
      history_.memory[open.first].died = i;
      open.first = next_[open.first];
    }
  }

  Queue& Open(const AllocationRow& row) {
    if (row.address != 0) return by_address_[row.address];
    return by_op_[{row.op, row.delta > 0 ? -static_cast<Int128>(row.delta) : row.delta}];
  }

  AllocationHistory history_;
  std::vector<size_t> next_;
  absl::flat_hash_map<uint64_t, Queue> by_address_;
  std::map<std::pair<OpId, Int128>, Queue> by_op_;  // by op and the delta of a free
};

}  // namespace

AllocationHistory FollowAllocations(const std::vector<const AllocationRow*>& rows) {
  return Follower().Run(rows);
}

SourceId SourceOfAllocation(const Profile& profile, const AllocationRow& row) {
  if (row.source.valid()) return row.source;
  if (row.step.valid()) return profile.steps[row.step].source;
  return profile.sources.size() == 1 ? SourceId(0) : SourceId();
}

DeviceId OwnerOfMemory(const Profile& profile, DeviceId recorded, StringId allocator) {
  constexpr std::string_view kGpu = "GPU_";
  if (!allocator.valid() || !recorded.valid()) return recorded;
  if (IsAccelerator(profile.devices[recorded].kind)) return recorded;
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

}  // namespace profiler
