#ifndef PROFILER_ANALYSIS_MEMORY_CALLS_TO_DEVICE_H_
#define PROFILER_ANALYSIS_MEMORY_CALLS_TO_DEVICE_H_

#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/store/profile.h"

namespace profiler {

// The calls of a runtime that copy from a host to a device, but no values of the model.
class CallsToDevice {
 public:
  explicit CallsToDevice(const Profile& profile);

  bool Has(EventId call) const { return calls_.contains({call.track, call.row}); }

 private:
  absl::flat_hash_set<std::pair<TrackId, uint32_t>> calls_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_CALLS_TO_DEVICE_H_
