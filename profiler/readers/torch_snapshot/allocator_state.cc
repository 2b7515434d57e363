#include "profiler/readers/torch_snapshot/allocator_state.h"

#include <iterator>

namespace profiler::torch_snapshot {

AllocatorState::Segments::iterator AllocatorState::SegmentOf(uint64_t address, uint64_t size) {
  auto it = segments_.upper_bound(address);
  if (it == segments_.begin()) return segments_.end();
  --it;
  const bool holds = address < it->second.end && size <= it->second.end - address;
  return holds ? it : segments_.end();
}

AllocatorState::Gap AllocatorState::GapAround(const Segments::value_type& segment,
                                              uint64_t address) const {
  Gap gap{segment.first, segment.second.end};
  const auto next = blocks_.upper_bound(address);
  if (next != blocks_.end() && next->first < gap.end) gap.end = next->first;
  if (next == blocks_.begin()) return gap;
  const auto before = std::prev(next);
  const uint64_t end = before->first + before->second;
  if (before->first >= segment.first && end > gap.begin) gap.begin = end;
  return gap;
}

void AllocatorState::CountGap(uint64_t size, int64_t by) {
  if (size == 0) return;
  const auto it = gaps_.try_emplace(size).first;
  it->second += by;
  if (it->second <= 0) gaps_.erase(it);
}

// Adds what the segment counts in split_, or takes it away.
void AllocatorState::CountSplit(const Segment& segment, uint64_t begin, int64_t by) {
  if (segment.used == 0) return;
  split_ += by * static_cast<int64_t>(segment.end - begin - segment.used);
}

bool AllocatorState::AddSegment(uint64_t address, uint64_t size, bool joins) {
  const uint64_t end = address + size;
  const auto next = segments_.lower_bound(address);
  const bool overlaps_next = next != segments_.end() && next->first < end;
  const bool overlaps_before = next != segments_.begin() && std::prev(next)->second.end > address;
  if (size == 0 || end < address || size > INT64_MAX / 4 || overlaps_next || overlaps_before ||
      reserved_ > INT64_MAX / 4) {
    return false;
  }
  segments_.emplace(address, Segment{end, 0});
  reserved_ += static_cast<int64_t>(size);
  CountGap(size, 1);
  if (joins) {
    JoinAt(address);
    JoinAt(end);
  }
  return true;
}

// Joins the segments that meet at an address, if two do.
void AllocatorState::JoinAt(uint64_t seam) {
  const auto right = segments_.find(seam);
  if (right == segments_.end() || right == segments_.begin()) return;
  const auto left = std::prev(right);
  if (left->second.end != seam) return;
  const uint64_t begin = left->first;
  const Segment whole{right->second.end, left->second.used + right->second.used};
  CountSplit(left->second, begin, -1);
  CountSplit(right->second, seam, -1);
  const uint64_t before = seam - GapAround(*left, seam - 1).begin;
  const uint64_t after = blocks_.contains(seam) ? 0 : GapAround(*right, seam).end - seam;
  CountGap(before, -1);
  CountGap(after, -1);
  CountGap(before + after, 1);
  segments_.erase(seam);
  segments_[begin] = whole;
  CountSplit(whole, begin, 1);
}

bool AllocatorState::RemoveSegment(uint64_t address, uint64_t size) {
  const auto it = size == 0 ? segments_.end() : SegmentOf(address, size);
  if (it == segments_.end()) return false;
  const Gap gap = GapAround(*it, address);
  const bool is_free = gap.begin <= address && address + size <= gap.end;
  if (!is_free) return false;
  const uint64_t begin = it->first;
  const Segment whole = it->second;
  CountSplit(whole, begin, -1);
  CountGap(gap.end - gap.begin, -1);
  CountGap(address - gap.begin, 1);
  CountGap(gap.end - address - size, 1);
  reserved_ -= static_cast<int64_t>(size);
  segments_.erase(begin);
  // Pages may be taken from the middle of an expandable segment.
  uint64_t used_after = 0;
  for (auto block = blocks_.lower_bound(address);
       block != blocks_.end() && block->first < whole.end && whole.used > 0; ++block) {
    used_after += block->second;
  }
  const Segment left{address, whole.used - used_after}, right{whole.end, used_after};
  if (address > begin) {
    segments_[begin] = left;
    CountSplit(left, begin, 1);
  }
  if (address + size < whole.end) {
    segments_[address + size] = right;
    CountSplit(right, address + size, 1);
  }
  return true;
}

uint64_t AllocatorState::RoomOfBlock(uint64_t address) const {
  const auto block = blocks_.find(address);
  return block == blocks_.end() ? 0 : block->second;
}

uint64_t AllocatorState::FreeFrom(uint64_t address) {
  const auto it = SegmentOf(address, 1);
  if (it == segments_.end()) return 0;
  const Gap gap = GapAround(*it, address);
  return gap.begin <= address && address < gap.end ? gap.end - address : 0;
}

bool AllocatorState::AddBlock(uint64_t address, uint64_t room) {
  allocated_ += room;
  const auto it = room == 0 ? segments_.end() : SegmentOf(address, room);
  if (it == segments_.end()) return false;
  const Gap gap = GapAround(*it, address);
  const bool fits = gap.begin <= address && address + room <= gap.end;
  if (!fits) return false;
  CountSplit(it->second, it->first, -1);
  CountGap(gap.end - gap.begin, -1);
  CountGap(address - gap.begin, 1);
  CountGap(gap.end - address - room, 1);
  it->second.used += room;
  used_ += static_cast<int64_t>(room);
  blocks_.emplace(address, room);
  CountSplit(it->second, it->first, 1);
  return true;
}

bool AllocatorState::RemoveBlock(uint64_t address, uint64_t room) {
  const auto block = blocks_.find(address);
  if (block != blocks_.end()) room = block->second;
  allocated_ -= room;
  if (block == blocks_.end()) return false;
  const auto it = SegmentOf(address, room);
  if (it == segments_.end()) return false;
  CountSplit(it->second, it->first, -1);
  blocks_.erase(block);
  const Gap gap = GapAround(*it, address);
  CountGap(address - gap.begin, -1);
  CountGap(gap.end - address - room, -1);
  CountGap(gap.end - gap.begin, 1);
  it->second.used -= room;
  used_ -= static_cast<int64_t>(room);
  CountSplit(it->second, it->first, 1);
  return true;
}

}  // namespace profiler::torch_snapshot
