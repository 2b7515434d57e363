#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GROUPS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GROUPS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Tracks that a viewer shows together, as one process of the trace.
struct TimelineGroup {
  std::string name;
  bool is_lane = false;         // a TensorFlow lane; overlapping events get separate rows
  std::vector<TrackId> tracks;  // in the order in which they are drawn
};

// The groups of a profile's tracks. A TensorFlow lane is a group, as in tfprof; for other formats a
// device is a group, and its tracks are rows. Sources with a different run, host or rank have
// separate groups.
class TimelineGroups {
 public:
  explicit TimelineGroups(const Profile& profile);

  const std::vector<TimelineGroup>& all() const { return groups_; }
  uint32_t OfTrack(TrackId track) const { return group_of_[track.row()]; }
  // The suffix of the names of the source's groups; it distinguishes devices with the same name in
  // several sources.
  std::string PlaceText(SourceId source) const;
  // A key for the order of groups; groups of one device are adjacent.
  std::string SortKey(SourceId source, DeviceId device, std::string_view rest) const;
  std::string SortKey(const TimelineGroup& group) const;

 private:
  void NamePlaces();
  std::string GroupName(const TrackRow& track, bool is_lane) const;

  const Profile& profile_;
  std::vector<std::string> places_;  // by source: the run, host and rank
  bool several_places_ = false;
  std::vector<TimelineGroup> groups_;
  std::vector<uint32_t> group_of_;  // by track
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GROUPS_H_
