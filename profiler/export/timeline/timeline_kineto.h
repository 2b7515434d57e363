#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_KINETO_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_KINETO_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What Kineto calls the events and arrows of Chrome traces, so that who reads a timeline takes a
// kernel for a kernel.
class KinetoNames {
 public:
  explicit KinetoNames(const Profile& profile);

  // The category of an event; empty for what is none of Kineto's.
  std::string_view Category(EventId event) const {
    return is_of_chrome_trace_[event.track.row()] != 0 ? CategoryThere(event) : std::string_view();
  }
  // The category of such an arrow; empty where Kineto has none, or it is not from such an event.
  std::string_view Arrow(const FlowRow& flow) const;

 private:
  std::string_view CategoryThere(EventId event) const;

  const Profile& profile_;
  std::vector<char> is_of_chrome_trace_;  // by track
};

// The key of the argument by which an event that launches work is found; empty for other events.
std::string_view KinetoLaunchKey(std::string_view category);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_KINETO_H_
