#ifndef PROFILER_ANALYSIS_ACCELERATORS_DEVICE_BUSY_H_
#define PROFILER_ANALYSIS_ACCELERATORS_DEVICE_BUSY_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The busy time of an accelerator in a run, in picoseconds.
struct DeviceBusy {
  DeviceId device;
  uint32_t run = 0;               // index in Runs
  std::vector<SourceId> sources;  // that recorded its work in the run; one if it did nothing
  Int128 busy = 0;                // while at least one event ran on the accelerator
  Int128 communication = 0;       // of that, while nothing but communication ran
  Int128 copying = 0;             // of `busy`, while nothing but copies ran
  Int128 waiting = 0;             // while it did nothing but wait for input: no busy time
  Int128 span = 0;                // of the steps, or of the whole recording if there are no steps
  bool has_gaps = false;          // `span` holds the time between steps, too
  int64_t events = 0;             // number of events
  int64_t steps = 0;
};

inline uint64_t HeapBytes(const DeviceBusy& busy) { return HeapBytes(busy.sources); }

// A device that is busy for this share of its span hardly ever waits.
inline constexpr double kHardlyWaits = 0.95;

// In the order of devices and runs, as several runs may have used the same device, or devices of
// the same name on unknown hosts. If several sources of a run recorded work on the device, their
// times are joined if they have a common clock; else those of each source are added up. Covers the
// selected steps, and the time between them (TimesBetweenSteps); steps cut off by the recording
// count only if all are cut off. An idle accelerator
// is included, with a busy time of 0, if a source of its host recorded work on other accelerators
// and was not limited to one process.
absl::StatusOr<std::vector<DeviceBusy>> BusyDevices(const Selected& selected,
                                                    const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_BUSY_H_
