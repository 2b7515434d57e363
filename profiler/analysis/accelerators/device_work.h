#ifndef PROFILER_ANALYSIS_ACCELERATORS_DEVICE_WORK_H_
#define PROFILER_ANALYSIS_ACCELERATORS_DEVICE_WORK_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The kinds of work of an accelerator. Only kernels are programs that it runs.
enum class DeviceWork : uint8_t { kKernel, kCopy, kMemset };

// Returns the kind that the name tells, e.g. kMemset for "Memset (Device)".
DeviceWork DeviceWorkOfName(std::string_view name);

// The framework op that launched the work; invalid for runtime calls.
OpId WorksFor(const Profile& profile, OpId op);

// Caches the kinds of an accelerator's events.
class DeviceWorkKinds {
 public:
  explicit DeviceWorkKinds(const Profile& profile)
      : profile_(profile),
        by_name_(profile.strings.size(), kNotAsked),
        by_detail_(profile.strings.size(), kNotAsked) {}

  DeviceWork Of(const TrackRow& track, const Events& events, uint32_t event);

 private:
  static constexpr uint8_t kNotAsked = UINT8_MAX;

  bool IsCopyDetail(StringId detail);

  const Profile& profile_;
  std::vector<uint8_t> by_name_;    // a DeviceWork
  std::vector<uint8_t> by_detail_;  // whether the detail is that of a copy
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_ACCELERATORS_DEVICE_WORK_H_
