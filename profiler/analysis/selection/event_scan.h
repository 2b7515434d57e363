// Iteration over tracks and their events. Tracks are visited in order of id, the events of a track
// in order of start.
#ifndef PROFILER_ANALYSIS_SELECTION_EVENT_SCAN_H_
#define PROFILER_ANALYSIS_SELECTION_EVENT_SCAN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/store/profile.h"
#include "profiler/store/row_facts.h"

namespace profiler {

// A track and its events.
struct Track {
  TrackId id;
  const TrackRow& row;
  const Events& events;
};

// Selects the tracks to visit: one of the functions below, or a custom test.
using TrackFilter = bool (*)(const TrackRow&);

inline bool IsAnyTrack(const TrackRow&) { return true; }
// Whether the track's events are work, i.e. neither copies of another track's events nor
// asynchronous.
inline bool HoldsWork(const TrackRow& track) { return track.role == TrackRole::kExec; }
// Whether the track's events are work of an accelerator, or of a host's thread.
inline bool HoldsDeviceWork(const TrackRow& track) {
  return IsAccelerator(track) && HoldsWork(track);
}
inline bool HoldsThreadsWork(const TrackRow& track) {
  return track.kind == TrackKind::kThread && HoldsWork(track);
}
// Whether the track's events are summed in totals.
inline bool IsInTotals(const TrackRow& track) { return IsSummed(track); }
// Whether the track's events are work or asynchronous, but not copies of another track's events.
inline bool HoldsOwnTime(const TrackRow& track) { return track.role != TrackRole::kOverlay; }
// Same as HoldsOwnTime, without tracks of marks.
inline bool HoldsWorkOrBeside(const TrackRow& track) {
  return HoldsOwnTime(track) && track.kind != TrackKind::kMarker;
}

// Whether the track is of one of these sources, or none are given.
inline bool IsOfSources(const TrackRow& track, const std::vector<SourceId>& only) {
  return only.empty() || std::find(only.begin(), only.end(), track.source) != only.end();
}

// The tracks of a profile that pass a filter, in order of id.
class Tracks {
 public:
  class Iterator {
   public:
    Iterator(const Tracks& tracks, uint32_t at) : tracks_(tracks), at_(at) { SkipOthers(); }
    Track operator*() const { return tracks_[at_]; }
    Iterator& operator++() {
      ++at_;
      SkipOthers();
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    void SkipOthers() {
      while (at_ < tracks_.size() && !tracks_.Has(TrackId(at_))) ++at_;
    }

    const Tracks& tracks_;
    uint32_t at_;
  };

  // Visits all places.
  explicit Tracks(const Profile& profile, TrackFilter filter = IsAnyTrack)
      : profile_(profile), filter_(filter) {}
  // Visits only the selected places. Points into `selected`.
  explicit Tracks(const Selected& selected, TrackFilter filter = IsAnyTrack)
      : profile_(selected.profile()), source_filter_(&selected.source_filter()), filter_(filter) {}

  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  uint32_t size() const { return static_cast<uint32_t>(profile_.tracks.size()); }
  bool Has(TrackId id) const {
    const TrackRow& track = profile_.tracks[id];
    return filter_(track) && (source_filter_ == nullptr || source_filter_->Has(track));
  }
  Track operator[](uint32_t at) const {
    const TrackId id(at);
    return {id, profile_.tracks[id], profile_.events[id]};
  }

  const Profile& profile_;
  const SourceFilter* const source_filter_ = nullptr;  // null if all places are visited
  const TrackFilter filter_;
};

inline bool IsSlice(const Events& events, uint32_t event) {
  return events.kind.empty() || events.kind[event] == EventKind::kSlice;
}

// Ignores the events that are not in the selected steps.
struct PassNothing {
  void operator()(uint32_t) const {}
};

// Calls take(event) for a track's events in the selected steps, and pass(event) for its other
// events. Checks `context` regularly.
template <typename Take, typename Pass = PassNothing>
absl::Status ForEachEvent(const Events& events, const SelectedSteps& steps,
                          const RunContext& context, const Take& take, const Pass& pass = {}) {
  const auto size = static_cast<uint32_t>(events.size());
  for (uint32_t e = 0; e < size; ++e) {
    if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    if (steps.Has(events.step[e])) {
      take(e);
    } else {
      pass(e);
    }
  }
  return absl::OkStatus();
}

// Calls take(track, event) for the events in the selected steps, on all tracks at the selected
// places that pass the filter.
template <typename Take>
absl::Status ForEachEvent(const Selected& selected, TrackFilter filter, const RunContext& context,
                          const Take& take) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  for (const Track track : Tracks(selected, filter)) {
    PROFILER_RETURN_IF_ERROR(ForEachEvent(track.events, selected.steps(), context,
                                          [&](uint32_t event) { take(track, event); }));
  }
  return absl::OkStatus();
}

// Calls take(track, event) for selected work on accelerators, and pass(track, event) for other work
// at the selected places.
template <typename Take, typename Pass>
absl::Status ForEachDeviceEvent(const Selected& selected, const RunContext& context,
                                const Take& take, const Pass& pass) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    PROFILER_RETURN_IF_ERROR(ForEachEvent(
        track.events, selected.steps(), context,
        [&](uint32_t event) {
          if (IsSlice(track.events, event)) take(track, event);
        },
        [&](uint32_t event) {
          if (IsSlice(track.events, event)) pass(track, event);
        }));
  }
  return absl::OkStatus();
}
template <typename Take>
absl::Status ForEachDeviceEvent(const Selected& selected, const RunContext& context,
                                const Take& take) {
  return ForEachDeviceEvent(selected, context, take, [](const Track&, uint32_t) {});
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_EVENT_SCAN_H_
