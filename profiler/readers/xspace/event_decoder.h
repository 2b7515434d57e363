#ifndef PROFILER_READERS_XSPACE_EVENT_DECODER_H_
#define PROFILER_READERS_XSPACE_EVENT_DECODER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/xspace/plane.h"

namespace profiler::xspace {

// An event as its bytes tell it.
struct DecodedEvent {
  std::string_view bytes;
  int64_t meta_id = 0;
  uint32_t meta = Plane::kNoMeta;  // the same as a place in the plane's
  uint32_t stats = 0;              // how many of DecodedEvents::stats are its own
  int64_t offset = 0;              // of an aggregate: how many it stands for
  int64_t duration = 0;
  bool is_aggregate = false;
  bool is_damaged = false;       // what follows it here is all that is known
  bool texts_are_shared = true;  // all that tell its op stand in the plane's table
};

// The events of a part of a line, in its order, with those of their stats that mean something.
struct DecodedEvents {
  std::vector<DecodedEvent> events;
  std::vector<DecodedStat> stats;  // of all events, one behind the other
  int64_t dangling_stats = 0;      // that name nothing
};

// Needs nothing but the plane's names, so that parts may be decoded side by side.
DecodedEvents DecodeEvents(const LinePart& part, const Plane& plane);

// What tells which op an event runs, and what describes that op.
inline constexpr StatMask kTellsOp = MaskOf(Stat::kTfOp) | MaskOf(Stat::kHloOp) |
                                     MaskOf(Stat::kHloModule) | MaskOf(Stat::kProgramId) |
                                     MaskOf(Stat::kName);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_EVENT_DECODER_H_
