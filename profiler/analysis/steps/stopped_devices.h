// Devices that end no work any more while their recording goes on.
#ifndef PROFILER_ANALYSIS_STEPS_STOPPED_DEVICES_H_
#define PROFILER_ANALYSIS_STEPS_STOPPED_DEVICES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// A process whose devices end nothing any more, while the host does nothing
// either, until the recording ends. What a device had not ended then is not
// recorded, as its time is not known.
struct StoppedDevice {
  SourceId source;
  int64_t quiet = 0;           // from the end of its last work to the end of the
                               // recording, picoseconds
  double usual = 0;            // the median duration of its steps
  int64_t launches = 0;        // that have no kernel, all of them among the last ones
  StringId first;              // the op or mark around the first of them, else the call itself
  bool is_collective = false;  // the first one is of a collective
};

// One item per source of which this holds for seconds and many times as long as
// a step. A recording that lost kernels elsewhere, or whose host goes on, has
// none.
absl::StatusOr<std::vector<StoppedDevice>> FindStoppedDevices(const Selected& selected,
                                                              RunContext& context);

// Of those of one run, the one whose first launch without a kernel is of no
// collective: the others wait for it. Of several, or if all are collectives,
// the one that lacks far more kernels than the others. Null if none stands out.
const StoppedDevice* FirstStopped(const std::vector<StoppedDevice>& stopped);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STOPPED_DEVICES_H_
