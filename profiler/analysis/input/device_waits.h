#ifndef PROFILER_ANALYSIS_INPUT_DEVICE_WAITS_H_
#define PROFILER_ANALYSIS_INPUT_DEVICE_WAITS_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/store/profile.h"

namespace profiler {

// Finds an accelerator's events in which it waits for input, such as a TPU's infeed. A device that
// waits is not busy. A copy of an input op is work.
class DeviceWaits {
 public:
  explicit DeviceWaits(const Profile& profile);

  bool Is(const TrackRow& track, const Events& events, uint32_t event);

 private:
  std::vector<char> of_op_;  // by op: whether its type passes input
  DeviceWorkKinds kinds_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_DEVICE_WAITS_H_
