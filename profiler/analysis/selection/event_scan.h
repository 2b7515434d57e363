// The one way over tracks and their events. Tracks come by id, the events of a track in order of
// begin.
#ifndef PROFILER_ANALYSIS_SELECTION_EVENT_SCAN_H_
#define PROFILER_ANALYSIS_SELECTION_EVENT_SCAN_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/store/profile.h"
#include "profiler/store/row_facts.h"

namespace profiler {

// A track, and what ran on it.
struct Track {
  TrackId id;
  const TrackRow& row;
  const Events& events;
};

// Which tracks are asked for: one of these, or a test of one's own.
using TrackFilter = bool (*)(const TrackRow&);

inline bool IsAnyTrack(const TrackRow&) { return true; }
// What ran there is work: not shown again from another track, nor beside the work.
inline bool HoldsWork(const TrackRow& track) { return track.role == TrackRole::kExec; }
// The same of an accelerator, and of a thread of a host.
inline bool HoldsDeviceWork(const TrackRow& track) {
  return IsAccelerator(track) && HoldsWork(track);
}
inline bool HoldsThreadsWork(const TrackRow& track) {
  return track.kind == TrackKind::kThread && HoldsWork(track);
}
// Its events make totals.
inline bool IsInTotals(const TrackRow& track) { return IsSummed(track); }
// What ran there is work or beside the work: not shown again from another track.
inline bool HoldsOwnTime(const TrackRow& track) { return track.role != TrackRole::kOverlay; }
// The same without marks.
inline bool HoldsWorkOrBeside(const TrackRow& track) {
  return HoldsOwnTime(track) && track.kind != TrackKind::kMarker;
}

// The tracks of a profile that pass a filter, by id.
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

  // Wherever they are.
  explicit Tracks(const Profile& profile, TrackFilter filter = IsAnyTrack)
      : profile_(profile), filter_(filter) {}
  // At the selected places. It points into `selected`.
  explicit Tracks(const Selected& selected, TrackFilter filter = IsAnyTrack)
      : profile_(selected.profile()), places_(&selected.places()), filter_(filter) {}

  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  uint32_t size() const { return static_cast<uint32_t>(profile_.tracks.size()); }
  bool Has(TrackId id) const {
    const TrackRow& track = profile_.tracks[id];
    return filter_(track) && (places_ == nullptr || places_->Has(track));
  }
  Track operator[](uint32_t at) const {
    const TrackId id(at);
    return {id, profile_.tracks[id], profile_.events[id]};
  }

  const Profile& profile_;
  const Places* const places_ = nullptr;  // null: all
  const TrackFilter filter_;
};

inline bool IsSlice(const Events& events, uint32_t event) {
  return events.kind.empty() || events.kind[event] == EventKind::kSlice;
}

// Who does not look at what other steps hold.
struct PassNothing {
  void operator()(uint32_t) const {}
};

// Hands the events of a track that are in the steps to take(event), those of other steps to
// pass(event). Asks `context` now and then whether to stop.
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

// The same of all tracks at the selected places that pass the filter: take(track, event).
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

// Hands every selected piece of work on accelerators to take(track, event), and that of other
// steps at the same places to pass(track, event).
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
