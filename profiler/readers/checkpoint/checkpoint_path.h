#ifndef PROFILER_READERS_CHECKPOINT_CHECKPOINT_PATH_H_
#define PROFILER_READERS_CHECKPOINT_CHECKPOINT_PATH_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace profiler {

// Finds the prefix of a checkpoint's files, as Saver.save() returns it. `path` may be that prefix,
// its index or one of its data files, a folder, or the file `checkpoint` in a folder, which names
// the newest checkpoint. If this succeeds, the index exists.
absl::StatusOr<std::string> FindCheckpoint(const std::string& path);

std::string CheckpointIndexPath(const std::string& prefix);
std::string CheckpointDataPath(const std::string& prefix, int32_t shard, int32_t num_shards);

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_CHECKPOINT_PATH_H_
