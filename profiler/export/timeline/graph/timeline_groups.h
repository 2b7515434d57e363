#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GROUPS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GROUPS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What stands together in a viewer, as one process of the trace.
struct TimelineGroup {
  std::string name;
  bool is_lane = false;         // a TensorFlow lane: its rows are found by what overlaps
  std::vector<TrackId> tracks;  // in the order of their rows
};

// The groups of a profile's tracks. A TensorFlow lane is a group of its own, as in tfprof; of other
// formats a device is one, and its tracks are rows. Sources that tell another run, host or rank are
// apart.
class TimelineGroups {
 public:
  explicit TimelineGroups(const Profile& profile);

  const std::vector<TimelineGroup>& all() const { return groups_; }
  uint32_t OfTrack(TrackId track) const { return group_of_[track.row()]; }
  // What the names of groups on the device have at their end, to tell equal devices of several
  // sources apart.
  std::string PlaceText(SourceId source) const;
  // Groups of one device stand side by side in the order of these texts.
  std::string SortKey(SourceId source, DeviceId device, std::string_view rest) const;
  std::string SortKey(const TimelineGroup& group) const;

 private:
  void NamePlaces();
  std::string GroupName(const TrackRow& track, bool is_lane) const;

  const Profile& profile_;
  std::vector<std::string> places_;  // by source: its run, host and rank
  bool several_places_ = false;
  std::vector<TimelineGroup> groups_;
  std::vector<uint32_t> group_of_;  // by track
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_GROUPS_H_
