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

// The metadata shared by all events of one name.
struct EventMeta {
  int64_t id = 0;
  std::string_view name, display_name;
  std::vector<std::pair<Stat, StatValue>> stats;
  StatMask has = 0;  // a mask of `stats`
};

// A part of a line that is decoded at a time. Consists of whole fields.
struct LinePart {
  std::string_view bytes;
  uint32_t events = 0;  // in this part
};

// A line before its events are decoded.
struct Line {
  std::vector<LinePart> parts;  // all parts of the line, at least one
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

  // The plane's own stats, by name.
  StatSet Stats() const {
    StatSet set;
    for (const auto& [stat, value] : stats) set.Set(stat, value);
    return set;
  }
  static constexpr uint32_t kNoMeta = UINT32_MAX;
  // Returns the index in `metas` of an id, or kNoMeta.
  uint32_t MetaAt(int64_t id) const {
    if (static_cast<uint64_t>(id) < meta_at.size()) return meta_at[static_cast<size_t>(id)];
    const auto it = meta_by_id.find(id);
    return it == meta_by_id.end() ? kNoMeta : it->second;
  }

  std::vector<uint32_t> meta_at;  // for small ids
  absl::flat_hash_map<int64_t, uint32_t> meta_by_id;
};

// Larger timestamps are nanoseconds since 1970; smaller timestamps are nanoseconds since the
// profile's start.
inline constexpr int64_t kLeastWallClock = 100'000'000'000'000'000;

// Finds the parts of a plane without decoding events, because the names follow after the lines that
// use them. `cut` means that the file ends inside the plane, which is already counted as a problem.
Plane IndexPlane(std::string_view bytes, bool cut, const Place& place);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_PLANE_H_
