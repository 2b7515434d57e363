#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_FLOWS_BY_END_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_FLOWS_BY_END_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The flows of a profile, sorted by the event at one of their ends, so that each flow is found when
// that event is written.
class FlowsByEnd {
 public:
  // `drawn` are flow numbers, in ascending order.
  FlowsByEnd(const Profile& profile, const std::vector<uint32_t>& drawn, EventId FlowRow::*end)
      : first_(profile.tracks.size() + 1), flows_(drawn.size()) {
    PackedTable<NoId, FlowRow>::Reader rows(profile.flows);
    for (const uint32_t flow : drawn) ++first_[(rows[flow].*end).track.row() + 1];
    for (size_t track = 1; track < first_.size(); ++track) first_[track] += first_[track - 1];
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    for (const uint32_t flow : drawn) {
      const EventId event = rows[flow].*end;
      flows_[next[event.track.row()]++] = uint64_t{event.row} << 32 | flow;
    }
    for (size_t track = 0; track < next.size(); ++track) {
      const auto from = flows_.begin() + first_[track], to = flows_.begin() + first_[track + 1];
      // Kernels usually start in the order of their launches.
      if (!std::is_sorted(from, to)) std::sort(from, to);
    }
  }

  // Selects the track. The following calls of ForEach() must be in ascending order of event.
  void StartTrack(TrackId track) {
    next_ = first_[track.row()];
    last_ = first_[track.row() + 1];
    SeeNext();
  }
  // Calls draw(flow number) for the flows of the event.
  template <typename Draw>
  void ForEach(uint32_t event, const Draw& draw) {
    while (next_row_ < event) Step();
    for (; next_row_ == event; Step()) draw(static_cast<uint32_t>(flows_[next_]));
  }

 private:
  static constexpr uint64_t kNone = UINT64_MAX;

  void Step() {
    ++next_;
    SeeNext();
  }
  void SeeNext() { next_row_ = next_ < last_ ? flows_[next_] >> 32 : kNone; }

  std::vector<uint32_t> first_;   // by track: index in flows_; the last entry is the end
  std::vector<uint64_t> flows_;   // by track: the event's row in the high half, the flow's number
  uint32_t next_ = 0, last_ = 0;  // indexes in flows_, for the current track
  uint64_t next_row_ = kNone;     // the event of flows_[next_]
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_FLOWS_BY_END_H_
