#ifndef PROFILER_READERS_XSPACE_PLANE_H_
#define PROFILER_READERS_XSPACE_PLANE_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/xspace/stats.h"

namespace profiler::xspace {

// What all events of one name share.
struct EventMeta {
  int64_t id = 0;
  std::string_view name, display_name;
  std::vector<std::pair<Stat, StatValue>> stats;
  StatMask has = 0;  // which they are
};

// Whole fields of a line, few enough to be decoded at a time.
struct LinePart {
  std::string_view bytes;
  uint32_t events = 0;  // in it
};

// A line before its events are decoded.
struct Line {
  std::vector<LinePart> parts;  // all of it, at least one
  int64_t id = 0, display_id = 0;
  std::string_view name, display_name;
  int64_t timestamp_ns = 0;
  int64_t events = 0;
};

// A plane whose names are known and whose events are not read yet. Texts point into the file.
struct Plane {
  int64_t id = 0;
  std::string_view name;
  std::vector<Line> lines;
  std::vector<EventMeta> metas;
  StatNames stat_names;
  std::vector<std::pair<Stat, StatValue>> stats;

  // Of the plane itself, by name.
  StatSet Stats() const {
    StatSet set;
    for (const auto& [stat, value] : stats) set.Set(stat, value);
    return set;
  }
  static constexpr uint32_t kNoMeta = UINT32_MAX;
  // Where in `metas` the one of an id stands.
  uint32_t MetaAt(int64_t id) const {
    if (static_cast<uint64_t>(id) < meta_at.size()) return meta_at[static_cast<size_t>(id)];
    const auto it = meta_by_id.find(id);
    return it == meta_by_id.end() ? kNoMeta : it->second;
  }

  std::vector<uint32_t> meta_at;  // of small ids
  absl::flat_hash_map<int64_t, uint32_t> meta_by_id;
};

// Timestamps above this are nanoseconds since 1970, below it since the profile's start.
inline constexpr int64_t kLeastWallClock = 100'000'000'000'000'000;

// Finds what a plane holds by skipping lengths: names stand behind the lines that need them.
// `cut`: the file ends in it, which is counted already.
Plane IndexPlane(std::string_view bytes, bool cut, const Place& place);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_PLANE_H_
