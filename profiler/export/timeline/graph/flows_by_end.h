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
  FlowsByEnd(const Profile& profile, const std::vector<uint32_t>& drawn, EventId FlowRow::*end)
      : flows_(profile.flows), end_(end), first_(profile.tracks.size() + 1), flow_(drawn.size()) {
    for (const uint32_t flow : drawn) ++first_[(flows_[flow].*end).track.row() + 1];
    for (size_t track = 1; track < first_.size(); ++track) first_[track] += first_[track - 1];
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    for (const uint32_t flow : drawn) flow_[next[(flows_[flow].*end).track.row()]++] = flow;
    for (size_t track = 0; track < next.size(); ++track) SortTrack(track);
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
    for (; next_row_ == event; Step()) draw(flow_[next_]);
  }

 private:
  static constexpr uint64_t kNone = UINT64_MAX;

  uint32_t RowOf(uint32_t flow) const { return (flows_[flow].*end_).row; }

  // Fast in the usual case, where kernels start in the order of their launches.
  void SortTrack(size_t track) {
    const auto begin = flow_.begin() + first_[track], end = flow_.begin() + first_[track + 1];
    const auto before = [this](uint32_t a, uint32_t b) { return RowOf(a) < RowOf(b); };
    if (std::is_sorted(begin, end, before)) return;
    std::vector<uint64_t> keys;  // row number in the high half, flow number in the low half
    keys.reserve(static_cast<size_t>(end - begin));
    for (auto it = begin; it != end; ++it) keys.push_back(uint64_t{RowOf(*it)} << 32 | *it);
    std::sort(keys.begin(), keys.end());
    std::transform(keys.begin(), keys.end(), begin,
                   [](uint64_t key) { return static_cast<uint32_t>(key); });
  }
  void Step() {
    ++next_;
    SeeNext();
  }
  void SeeNext() { next_row_ = next_ < last_ ? RowOf(flow_[next_]) : kNone; }

  const std::vector<FlowRow>& flows_;
  EventId FlowRow::*const end_;
  std::vector<uint32_t> first_;   // by track: index in flow_; the last entry is the end
  std::vector<uint32_t> flow_;    // by track and row
  uint32_t next_ = 0, last_ = 0;  // indexes in flow_, for the current track
  uint64_t next_row_ = kNone;     // the event of flow_[next_]
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_FLOWS_BY_END_H_
