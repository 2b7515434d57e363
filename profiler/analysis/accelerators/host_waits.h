#ifndef PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a host event with this name does nothing but wait for devices.
bool WaitsForDevice(std::string_view name);

// The waits for devices on a host's thread. A wait is not part of the work time of the functions
// that enclose it. Events must be added in order.
class HostWaits {
 public:
  void Add(int64_t begin, int64_t end) { waits_.push_back({begin, end}); }
  bool empty() const { return waits_.empty(); }
  // Returns the parts of an event during which the thread does not wait.
  std::vector<Interval> Around(Interval event) const;

 private:
  std::vector<Interval> waits_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_
