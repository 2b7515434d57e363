#ifndef PROFILER_READERS_TFPROF_PROFILE_PROTO_ENTRY_H_
#define PROFILER_READERS_TFPROF_PROFILE_PROTO_ENTRY_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/common/proto_fields.h"

namespace profiler {

// A map entry with an integer key, as most of a ProfileProto is.
struct ProfileEntry {
  int64_t key = 0;
  std::string_view value;
  bool cut = false;      // the file ends inside it
  bool has_key = false;  // always, unless it is cut
};

// `cut`: the file ends inside `bytes`, so that an entry which breaks off is no damage of its own.
ProfileEntry ReadEntry(std::string_view bytes, bool cut, const Place& place);

// Sorted by key; of entries with one key the last stays, as in a protobuf map.
void KeepLastOfEachKey(std::vector<ProfileEntry>& entries, const Place& place);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_PROFILE_PROTO_ENTRY_H_
