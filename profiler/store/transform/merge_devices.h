#ifndef PROFILER_STORE_TRANSFORM_MERGE_DEVICES_H_
#define PROFILER_STORE_TRANSFORM_MERGE_DEVICES_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

inline constexpr uint32_t kAnyRun = UINT32_MAX;

// By device of the part: kAnyRun if its host was recorded, so that a device of that name is the
// same one in all runs; else its run, as rank 0 of another job may run on another machine. `run_of`
// is the merged run of each group of the part's sources.
std::vector<uint32_t> KeyRunOfDevices(const Profile& part, const std::vector<uint32_t>& run_of);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_DEVICES_H_
