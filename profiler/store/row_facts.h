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

// Whether the event's step is known by its time alone, not by what was recorded of it.
inline bool IsStepByTime(const Events& events, size_t event) {
  return !events.step_by_time.empty() && events.step_by_time[event] != 0;
}

// Whether a step of the track's own was recorded: a mark, or what was handed on from one.
inline bool HoldsSteps(const Events& events) {
  for (size_t e = 0; e < events.size(); ++e) {
    if (events.step[e].valid() && !IsStepByTime(events, e)) return true;
  }
  return false;
}

}  // namespace profiler

#endif  // PROFILER_STORE_ROW_FACTS_H_
