#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_KINETO_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_KINETO_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Kineto's categories of events and arrows, by which other programs recognize a kernel.
class KinetoNames {
 public:
  explicit KinetoNames(const Profile& profile);

  // The category of an event; empty if Kineto has none for it.
  std::string_view Category(EventId event) const {
    return has_kineto_names_[event.track.row()] != 0 ? CategoryThere(event) : std::string_view();
  }
  // The category of an arrow; empty if Kineto has none for the arrow or for the event at its start.
  std::string_view Arrow(const FlowRow& flow) const;

 private:
  std::string_view CategoryThere(EventId event) const;

  const Profile& profile_;
  std::vector<char> has_kineto_names_;  // by track
};

// The key of the argument that links a launch to its kernel, for events of this category; empty if
// the category has no such argument.
std::string_view KinetoLaunchKey(std::string_view category);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_KINETO_H_
