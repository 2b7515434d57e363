#include "profiler/readers/tfprof/nodes/profile_proto_entry.h"

#include <algorithm>

#include "profiler/readers/common/wire_walk.h"

namespace profiler {

ProfileEntry ReadEntry(std::string_view bytes, bool cut, const Place& place) {
  ProfileEntry entry;
  entry.cut = cut;
  WireWalk walk(bytes);
  while (walk.Next()) {
    if (walk.number() == 1 && walk.type() == WireWalk::Type::kVarint) {
      entry.key = static_cast<int64_t>(walk.varint());
      entry.has_key = true;
    } else if (walk.number() == 2 && walk.type() == WireWalk::Type::kBytes) {
      entry.value = walk.bytes();
    } else {
      place.Count(
          walk.number() <= 2 ? ImportProblem::kMalformedField : ImportProblem::kUnknownField,
          bytes);
    }
  }
  if (walk.stop() != WireWalk::Stop::kEnd && !cut) {
    place.Count(ImportProblem::kMalformedField, bytes);
  }
  return entry;
}

void KeepLastOfEachKey(std::vector<ProfileEntry>& entries, const Place& place) {
  const auto less = [](const ProfileEntry& a, const ProfileEntry& b) { return a.key < b.key; };
  if (!std::is_sorted(entries.begin(), entries.end(), less)) {
    std::stable_sort(entries.begin(), entries.end(), less);
  }
  size_t kept = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i + 1 < entries.size() && entries[i + 1].key == entries[i].key) {
      place.Count(ImportProblem::kDuplicateKey, entries[i].value);
    } else {
      entries[kept++] = entries[i];
    }
  }
  entries.resize(kept);
}

}  // namespace profiler
