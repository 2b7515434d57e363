#ifndef PROFILER_READERS_CHECKPOINT_LEVELDB_TABLE_H_
#define PROFILER_READERS_CHECKPOINT_LEVELDB_TABLE_H_

#include <functional>
#include <string_view>

#include "absl/status/status.h"

namespace profiler {

// Calls `entry` for each key and value of a LevelDB table file, in the file's order, and says what
// was wrong with the file: entries of its undamaged blocks are there in spite of it. Checksums are
// verified. The texts are gone when `entry` returns.
absl::Status ForEachTableEntry(
    std::string_view file,
    const std::function<void(std::string_view key, std::string_view value)>& entry);

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_LEVELDB_TABLE_H_
