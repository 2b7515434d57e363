#ifndef PROFILER_READERS_CHECKPOINT_LEVELDB_TABLE_H_
#define PROFILER_READERS_CHECKPOINT_LEVELDB_TABLE_H_

#include <functional>
#include <string_view>

#include "absl/status/status.h"

namespace profiler {

// Calls `entry` for each key and value of a LevelDB table file, in order. If blocks are damaged,
// still calls `entry` for all other blocks, then returns an error. Checksums are verified. The
// texts are valid only during the call.
absl::Status ForEachTableEntry(
    std::string_view file,
    const std::function<void(std::string_view key, std::string_view value)>& entry);

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_LEVELDB_TABLE_H_
