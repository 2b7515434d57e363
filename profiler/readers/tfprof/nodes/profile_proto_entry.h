#ifndef PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_ENTRY_H_
#define PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_ENTRY_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/common/proto_fields.h"

namespace profiler {

// A map entry with an integer key. A ProfileProto consists mostly of such entries.
struct ProfileEntry {
  int64_t key = 0;
  std::string_view value;
  bool cut = false;      // the file ends inside the entry
  bool has_key = false;  // false if the key was omitted or cut off
};

// `cut` means that the file ends inside `bytes`, so an incomplete entry is not damage.
ProfileEntry ReadEntry(std::string_view bytes, bool cut, const Place& place);

// Sorts by key. Of entries with the same key only the last is kept, as in a protobuf map.
void KeepLastOfEachKey(std::vector<ProfileEntry>& entries, const Place& place);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_ENTRY_H_
