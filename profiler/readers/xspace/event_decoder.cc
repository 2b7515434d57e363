#include "profiler/readers/xspace/event_decoder.h"

namespace profiler::xspace {
namespace {

constexpr uint32_t kEvents = BytesField(4);  // of XLine

// XEvent's fields.
constexpr uint32_t kMetadataId = VarintField(1);
constexpr uint32_t kOffset = VarintField(2);
constexpr uint32_t kDuration = VarintField(3);
constexpr uint32_t kStats = BytesField(4);
constexpr uint32_t kOccurrences = VarintField(5);

// False if the bytes are damaged.
bool DecodeEventStat(const WireWalk& walk, const Plane& plane, DecodedEvents& into,
                     DecodedEvent& event) {
  DecodedStat& stat = into.stats.emplace_back();
  const bool is_whole = DecodeStat(walk, plane.stat_names, into.dangling_stats, stat);
  if (!is_whole || stat.stat == Stat::kOther) {
    into.stats.pop_back();
    return is_whole;
  }
  ++event.stats;
  if ((MaskOf(stat.stat) & kTellsOp) != 0 && stat.stat != Stat::kProgramId) {
    event.texts_are_shared = event.texts_are_shared && stat.value.is_shared;
  }
  return true;
}

// False if the bytes are damaged.
bool DecodeEvent(WireWalk walk, const Plane& plane, DecodedEvents& into, DecodedEvent& event) {
  while (walk.Next()) {
    switch (walk.tag()) {
      case kMetadataId:
        event.meta_id = walk.int64();
        break;
      case kOffset:
        event.offset = walk.int64();
        event.is_aggregate = false;
        break;
      case kDuration:
        event.duration = walk.int64();
        break;
      case kOccurrences:
        event.offset = walk.int64();
        event.is_aggregate = true;
        break;
      case kStats:
        if (!DecodeEventStat(WireWalk::Inside(walk), plane, into, event)) return false;
        break;
      default:
        break;
    }
  }
  return walk.stop() == WireWalk::Stop::kEnd;
}

}  // namespace

DecodedEvents DecodeEvents(const LinePart& part, const Plane& plane) {
  constexpr size_t kUsualStats = 3;
  DecodedEvents decoded;
  decoded.events.reserve(part.events);
  decoded.stats.reserve(kUsualStats * part.events);
  WireWalk walk(part.bytes);
  while (walk.Next()) {
    if (walk.tag() != kEvents) continue;
    if (walk.cut()) break;  // a cut event has no end
    DecodedEvent& event = decoded.events.emplace_back();
    event.bytes = walk.bytes();
    event.is_damaged = !DecodeEvent(WireWalk::Inside(walk), plane, decoded, event);
    event.meta = plane.MetaAt(event.meta_id);
  }
  return decoded;
}

}  // namespace profiler::xspace
