// The time that accelerators spent computing, communicating, copying and idle, for the view
// `utilization` and for rules.
#ifndef PROFILER_ANALYSIS_ACCELERATORS_DEVICE_TIMES_H_
#define PROFILER_ANALYSIS_ACCELERATORS_DEVICE_TIMES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The times of one accelerator as recorded by one source. Each is the length of a union of
// intervals, in picoseconds. busy = compute + exposed_communication + exposed_copy.
struct DeviceTimes {
  SourceId source;
  DeviceId device;     // invalid if unknown
  int64_t events = 0;  // number of events
  // From the first start to the last end. Of selected steps without the time between them, and
  // without that in which the device only worked for other steps.
  Int128 span = 0;
  Int128 busy = 0;  // while it worked, not only waited for input
  Int128 compute = 0, communication = 0, copy = 0;
  Int128 exposed_communication = 0;  // while nothing computed
  Int128 exposed_copy = 0;           // while nothing computed or communicated

  Int128 idle() const { return span - busy; }
  // Busy time as a share of the span, and the share of communication time that overlaps computing.
  // NaN if the divisor is 0.
  double busy_share() const;
  double overlap_share() const;
};

// Covers the selected work. Sorted by rank, host and device.
absl::StatusOr<std::vector<DeviceTimes>> TimesOfDevices(const Selected& selected,
                                                        RunContext& context);

// busy_share() of all devices together.
double BusyShareOf(const std::vector<DeviceTimes>& devices);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_TIMES_H_
