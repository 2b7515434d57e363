#ifndef PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_
#define PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether what a host ran under the name only waits for devices.
bool WaitsForDevice(std::string_view name);

// The waits of a host's thread, which are no work of the functions that hold them. Events have to
// be added in their order.
class HostWaits {
 public:
  void Add(int64_t begin, int64_t end) { waits_.push_back({begin, end}); }
  bool empty() const { return waits_.empty(); }
  // What an event is without the waits in it.
  std::vector<Interval> Around(Interval event) const;

 private:
  std::vector<Interval> waits_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_HOST_WAITS_H_
