#ifndef PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_STACKS_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_STACKS_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/torch_snapshot/pickle.h"
#include "profiler/store/builder.h"

namespace profiler::torch_snapshot {

// The ops that stand for the stacks of allocations. The allocator knows no ops, so an op is named
// after the innermost Python function of its stack.
class SnapshotStacks {
 public:
  SnapshotStacks(const Pickle& pickle, ProfileBuilder& builder)
      : pickle_(pickle), builder_(builder) {}

  // Invalid for an empty stack, and for what is no list of frames.
  OpId OpOf(const PickleValue& frames);
  bool has_stacks() const { return !op_of_frame_.empty(); }

 private:
  FrameId FrameOf(const PickleValue& frames, StringId& name);

  const Pickle& pickle_;
  ProfileBuilder& builder_;
  absl::flat_hash_map<uint32_t, OpId> op_of_list_;  // by container: stacks are shared
  absl::flat_hash_map<FrameId, OpId> op_of_frame_;
};

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_STACKS_H_
