#ifndef PROFILER_READERS_TORCH_SNAPSHOT_ALLOCATOR_STATE_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_ALLOCATOR_STATE_H_

#include <cstdint>

#include "absl/container/btree_map.h"

namespace profiler::torch_snapshot {

// The memory that a caching allocator took from a device (segments), and the blocks in it. Keeps
// what is free, and how it is fragmented, current after each change. Changes that contradict what
// is there return false: of those only the sum of what blocks take changes.
class AllocatorState {
 public:
  // `joins`: pages of an expandable segment, which become one with pages beside them.
  bool AddSegment(uint64_t address, uint64_t size, bool joins);
  bool RemoveSegment(uint64_t address, uint64_t size);
  // `room` is what the block takes, at least what was asked for.
  bool AddBlock(uint64_t address, uint64_t room);
  // `room` counts only where no such block is known.
  bool RemoveBlock(uint64_t address, uint64_t room);
  // What a known block at this address takes; else 0.
  uint64_t RoomOfBlock(uint64_t address) const;
  // What is available from this address on, in its segment.
  uint64_t FreeFrom(uint64_t address);

  int64_t allocated() const { return static_cast<int64_t>(allocated_); }  // by all blocks
  int64_t reserved() const { return reserved_; }
  int64_t available() const { return reserved_ - used_; }
  // What is available in segments that also have blocks.
  int64_t split() const { return split_; }
  // The largest piece that is available.
  int64_t largest() const {
    return gaps_.empty() ? 0 : static_cast<int64_t>(gaps_.rbegin()->first);
  }

 private:
  struct Segment {
    uint64_t end = 0, used = 0;
  };
  using Segments = absl::btree_map<uint64_t, Segment>;
  // A place between blocks of a segment.
  struct Gap {
    uint64_t begin = 0, end = 0;
  };

  // The segment that holds all of the range; end() if none does.
  Segments::iterator SegmentOf(uint64_t address, uint64_t size);
  // What is free around the address, which lies in the segment and in no block.
  Gap GapAround(const Segments::value_type& segment, uint64_t address) const;
  void CountGap(uint64_t size, int64_t by);
  void CountSplit(const Segment& segment, uint64_t begin, int64_t by);
  void JoinAt(uint64_t seam);

  Segments segments_;                           // by address
  absl::btree_map<uint64_t, uint64_t> blocks_;  // room by address
  absl::btree_map<uint64_t, int64_t> gaps_;     // how many of each size
  uint64_t allocated_ = 0;                      // unsigned, as hostile sums may wrap
  int64_t reserved_ = 0, used_ = 0, split_ = 0;
};

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_ALLOCATOR_STATE_H_
