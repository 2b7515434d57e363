// Facts that follow from several columns of a row.
#ifndef PROFILER_STORE_ROW_FACTS_H_
#define PROFILER_STORE_ROW_FACTS_H_

#include "profiler/store/tables.h"

namespace profiler {

// Whether the track shows the work of an accelerator. Other tracks belong to a host or to an
// unknown device.
inline bool IsAccelerator(const TrackRow& track) {
  return track.kind == TrackKind::kStream || track.kind == TrackKind::kCopyQueue;
}

// Whether totals include the track. Other tracks repeat time of such a track or show waiting.
inline bool IsSummed(const TrackRow& track) {
  return track.role == TrackRole::kExec && track.kind != TrackKind::kMarker;
}

// Whether the source is a graph or RunMetadata, to which tfprof's rules on which executions count
// are not applied yet.
inline bool IsTensorFlowRun(const SourceRow& source) {
  return source.tfprof_rules == TfprofRules::kToApply;
}

// Whether the wall clock at the source's time zero is known.
inline bool RecordsWallClock(const SourceRow& source) {
  return source.epoch_ns != kUnknown || source.clock_offset_found_by.valid();
}

}  // namespace profiler

#endif  // PROFILER_STORE_ROW_FACTS_H_
