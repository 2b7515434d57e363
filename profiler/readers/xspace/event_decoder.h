#ifndef PROFILER_READERS_XSPACE_EVENT_DECODER_H_
#define PROFILER_READERS_XSPACE_EVENT_DECODER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/xspace/plane.h"

namespace profiler::xspace {

// An event, decoded independently of other parts of the file.
struct DecodedEvent {
  std::string_view bytes;
  int64_t meta_id = 0;
  uint32_t meta = Plane::kNoMeta;  // index in the plane's metas
  uint32_t stats = 0;              // its number of stats in DecodedEvents::stats
  int64_t offset = 0;              // of an aggregate event, the number of events it sums up
  int64_t duration = 0;
  bool is_aggregate = false;
  bool is_damaged = false;       // the members below are not valid
  bool texts_are_shared = true;  // the plane's table has all stats that identify its op
};

// The events of a part of a line, in order, with their known stats.
struct DecodedEvents {
  std::vector<DecodedEvent> events;
  std::vector<DecodedStat> stats;  // of all events, concatenated
  int64_t dangling_stats = 0;      // ids without a name
};

// Parts may be decoded in parallel, because decoding uses only the plane's names.
DecodedEvents DecodeEvents(const LinePart& part, const Plane& plane);

// The stats that identify an event's op, and describe it.
inline constexpr StatMask kTellsOp = MaskOf(Stat::kTfOp) | MaskOf(Stat::kHloOp) |
                                     MaskOf(Stat::kHloModule) | MaskOf(Stat::kProgramId) |
                                     MaskOf(Stat::kName);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_EVENT_DECODER_H_
