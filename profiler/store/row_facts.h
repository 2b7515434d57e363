// What a row says by several of its columns.
#ifndef PROFILER_STORE_ROW_FACTS_H_
#define PROFILER_STORE_ROW_FACTS_H_

#include "profiler/store/tables.h"

namespace profiler {

// Work on such a track is an accelerator's; on any other it is a host's, or nobody's.
inline bool IsAccelerator(const TrackRow& track) {
  return track.kind == TrackKind::kStream || track.kind == TrackKind::kCopyQueue;
}

// Work on such a track makes totals; other tracks show time that one of these holds.
inline bool IsSummed(const TrackRow& track) {
  return track.role == TrackRole::kExec && track.kind != TrackKind::kMarker;
}

// Whether it tells when it was recorded.
inline bool TellsWallClock(const SourceRow& source) {
  return source.epoch_ns != kUnknown || source.clock_offset_found_by.valid();
}

}  // namespace profiler

#endif  // PROFILER_STORE_ROW_FACTS_H_
