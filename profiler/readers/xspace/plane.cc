#include "profiler/readers/xspace/plane.h"

#include <utility>

namespace profiler::xspace {
namespace {

using Type = WireWalk::Type;

// Small enough that the decoded events fit the cache.
constexpr size_t kPartBytes = 64 << 10;

constexpr uint32_t kKey = VarintField(1);
constexpr uint32_t kValue = BytesField(2);

// XEventMetadata's and XStatMetadata's fields.
constexpr uint32_t kMetaId = VarintField(1);
constexpr uint32_t kMetaName = BytesField(2);
constexpr uint32_t kSerializedMetadata = BytesField(3);
constexpr uint32_t kDisplayName = BytesField(4);
constexpr uint32_t kMetaStats = BytesField(5);

// A plane whose stats are a tree of scopes: the ids of a scope and of the one around it, where
// other planes have a stat and its value. Ops tell their scopes by name.
constexpr std::string_view kScopeTree = "/host:__ScopeRangeCallStack__";

struct MapEntry {
  int64_t key = 0;
  std::string_view value;
};

MapEntry DecodeEntry(std::string_view bytes) {
  MapEntry entry;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kKey:
        entry.key = message.get_int64();
        break;
      case kValue:
        entry.value = Text(message);
        break;
      default:
        message.skip();
    }
  }
  return entry;
}

class Indexer {
 public:
  Indexer(Plane& plane, const Place& place) : plane_(plane), place_(place) {}

  void Run(std::string_view bytes, bool cut) {
    WireWalk walk(bytes);
    while (walk.Next()) Take(walk);
    place_.CountStopInside(walk, bytes, cut);
    plane_.stat_names.Index();
    for (const auto& [entry, is_cut] : metas_) AddMeta(entry, is_cut);
    IndexMetas();
    if (plane_.name != kScopeTree) {
      for (std::string_view stat : stats_) AddPlaneStat(stat);
    }
    if (dangling_ > 0) {
      place_.report.CountWhole(ImportProblem::kDanglingString, place_.path, dangling_,
                               "a stat of the plane " + std::string(plane_.name));
    }
  }

 private:
  void Take(const WireWalk& walk) {
    if (walk.number() == 1 && walk.type() == Type::kVarint) {
      plane_.id = static_cast<int64_t>(walk.varint());
      return;
    }
    if (walk.type() != Type::kBytes) return;
    switch (walk.number()) {
      case 2:
        plane_.name = walk.bytes();
        break;
      case 3:
        AddLine(walk.bytes(), walk.cut());
        break;
      case 4:
        metas_.emplace_back(walk.bytes(), walk.cut());
        break;
      case 5:
        AddStatName(walk.bytes(), walk.cut());
        break;
      case 6:
        if (!walk.cut()) stats_.push_back(walk.bytes());
        break;
      default:
        place_.Count(ImportProblem::kUnknownField, walk.bytes());
    }
  }

  void AddLine(std::string_view bytes, bool cut) {
    Line line;
    WireWalk walk(bytes);
    LinePart part;
    size_t part_begin = 0;
    while (walk.Next()) {
      if (walk.offset() - part_begin >= kPartBytes) {
        part.bytes = bytes.substr(part_begin, walk.offset() - part_begin);
        part_begin = walk.offset();
        line.parts.push_back(std::exchange(part, LinePart()));
      }
      const bool is_bytes = walk.type() == Type::kBytes, is_varint = walk.type() == Type::kVarint;
      const uint32_t number = walk.number();
      if (number == 4 && is_bytes) {
        ++line.events;
        ++part.events;
      } else if (number == 1 && is_varint) {
        line.id = static_cast<int64_t>(walk.varint());
      } else if (number == 2 && is_bytes) {
        line.name = walk.bytes();
      } else if (number == 3 && is_varint) {
        line.timestamp_ns = static_cast<int64_t>(walk.varint());
      } else if (number == 10 && is_varint) {
        line.display_id = static_cast<int64_t>(walk.varint());
      } else if (number == 11 && is_bytes) {
        line.display_name = walk.bytes();
      }
    }
    part.bytes = bytes.substr(part_begin);
    line.parts.push_back(part);
    place_.CountStopInside(walk, bytes, cut);
    plane_.lines.push_back(std::move(line));
  }

  void AddStatName(std::string_view entry, bool cut) {
    place_.Guard(entry, cut, "stat_metadata", [&] {
      const MapEntry pair = DecodeEntry(entry);
      std::string_view name = std::string_view("");
      protozero::pbf_reader message = Message(pair.value);
      while (message.next()) {
        if (static_cast<uint32_t>(message.tag_and_type()) == kMetaName) {
          name = Text(message);
        } else {
          message.skip();
        }
      }
      plane_.stat_names.Add(pair.key, name);
    });
  }

  void AddMeta(std::string_view entry, bool cut) {
    place_.Guard(entry, cut, "event_metadata", [&] {
      const MapEntry pair = DecodeEntry(entry);
      EventMeta meta;
      meta.id = pair.key;
      DecodeMeta(pair.value, meta);
      const auto [it, is_new] =
          plane_.meta_by_id.try_emplace(meta.id, static_cast<uint32_t>(plane_.metas.size()));
      if (is_new) {
        plane_.metas.push_back(std::move(meta));
      } else {
        place_.Count(ImportProblem::kDuplicateKey, entry);
        plane_.metas[it->second] = std::move(meta);
      }
    });
  }

  // Ids are small and dense, except from odd writers.
  void IndexMetas() {
    const uint64_t most = 4 * plane_.metas.size() + 64;
    for (uint32_t i = 0; i < plane_.metas.size(); ++i) {
      const auto id = static_cast<uint64_t>(plane_.metas[i].id);
      if (id >= most) continue;
      if (id >= plane_.meta_at.size()) plane_.meta_at.resize(id + 1, Plane::kNoMeta);
      plane_.meta_at[id] = i;
    }
  }

  void DecodeMeta(std::string_view bytes, EventMeta& meta) {
    protozero::pbf_reader message = Message(bytes);
    while (message.next()) {
      switch (static_cast<uint32_t>(message.tag_and_type())) {
        case kMetaId:
          if (message.get_int64() != meta.id) place_.Count(ImportProblem::kIdMismatch, bytes);
          break;
        case kMetaName:
          meta.name = Text(message);
          break;
        case kDisplayName:
          meta.display_name = Text(message);
          break;
        case kMetaStats: {
          const std::string_view stat = Text(message);
          DecodedStat decoded;
          if (!DecodeStat(WireWalk(stat), plane_.stat_names, dangling_, decoded)) {
            place_.Count(ImportProblem::kMalformedField, stat, "a stat of event_metadata");
          } else if (decoded.stat != Stat::kOther) {
            meta.stats.emplace_back(decoded.stat, decoded.value);
            meta.has |= MaskOf(decoded.stat);
          }
          break;
        }
        case kSerializedMetadata:
        default:
          message.skip();
      }
    }
  }

  void AddPlaneStat(std::string_view bytes) {
    DecodedStat stat;
    if (!DecodeStat(WireWalk(bytes), plane_.stat_names, dangling_, stat)) {
      place_.Count(ImportProblem::kMalformedField, bytes, "stats");
      return;
    }
    if (stat.stat != Stat::kOther) plane_.stats.emplace_back(stat.stat, stat.value);
  }

  Plane& plane_;
  const Place& place_;
  // The map's entries, and whether they are cut.
  std::vector<std::pair<std::string_view, bool>> metas_;
  std::vector<std::string_view> stats_;
  int64_t dangling_ = 0;
};

}  // namespace

Plane IndexPlane(std::string_view bytes, bool cut, const Place& place) {
  Plane plane;
  Indexer(plane, place).Run(bytes, cut);
  return plane;
}

}  // namespace profiler::xspace
