#ifndef PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_STACKS_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_STACKS_H_

#include <cstdint>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/torch_snapshot/pickle.h"
#include "profiler/store/builder.h"

namespace profiler::torch_snapshot {

// The ops that stand for the stacks of allocations. The allocator knows no ops: an op is named
// after the outermost op of ATen in its stack, else after the innermost Python function, else after
// the innermost function. Frames of C++ have no lines, so they count only where no Python was
// recorded.
class SnapshotStacks {
 public:
  SnapshotStacks(const Pickle& pickle, ProfileBuilder& builder)
      : pickle_(pickle), builder_(builder) {}

  // Invalid for an empty stack, and for what is no list of frames.
  OpId OpOf(const PickleValue& frames);
  bool has_stacks() const { return !op_of_stack_.empty(); }

 private:
  // The stack's innermost frame, and the op's name.
  FrameId FrameOf(const PickleValue& frames, StringId& name);
  std::string_view Text(const PickleValue& frame, std::string_view key) const;

  const Pickle& pickle_;
  ProfileBuilder& builder_;
  absl::flat_hash_map<uint32_t, OpId> op_of_list_;  // by container: stacks are shared
  absl::flat_hash_map<std::pair<FrameId, StringId>, OpId> op_of_stack_;  // by frame and name
};

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_SNAPSHOT_STACKS_H_
