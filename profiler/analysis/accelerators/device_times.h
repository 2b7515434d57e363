// How accelerators spent their time: what `utilization` shows and rules judge.
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

// One accelerator as one source recorded it; picoseconds, each a union of intervals.
// busy = compute + exposed_communication + exposed_copy.
struct DeviceTimes {
  SourceId source;
  DeviceId device;     // or none that is known
  int64_t events = 0;  // what ran
  Int128 span = 0;     // from the first begin to the last end, less gaps in which other steps ran
  Int128 busy = 0;     // while at least one thing ran
  Int128 compute = 0, communication = 0, copy = 0;
  Int128 exposed_communication = 0;  // while nothing computed
  Int128 exposed_copy = 0;           // while nothing computed or communicated

  Int128 idle() const { return span - busy; }
  // The parts of busy time in span, and of communication that computing hides: NaN of nothing.
  double busy_share() const;
  double overlap_share() const;
};

// Of the selected work, by rank, host and device.
absl::StatusOr<std::vector<DeviceTimes>> TimesOfDevices(const Selected& selected,
                                                        RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_TIMES_H_
