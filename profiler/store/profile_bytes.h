#ifndef PROFILER_STORE_PROFILE_BYTES_H_
#define PROFILER_STORE_PROFILE_BYTES_H_

#include <cstdint>

#include "profiler/store/profile.h"

namespace profiler {

// The memory that is freed with the profile (see base/heap_bytes.h). A little too high for a
// window, which shares a few columns with its profile.
uint64_t HeapBytes(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_PROFILE_BYTES_H_
