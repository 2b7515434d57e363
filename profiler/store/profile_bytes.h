#ifndef PROFILER_STORE_PROFILE_BYTES_H_
#define PROFILER_STORE_PROFILE_BYTES_H_

#include <cstdint>

#include "profiler/store/profile.h"

namespace profiler {

// As base/heap_bytes.h: what goes when the profile does, or a little more, as a part that was cut
// out of a profile shares a few columns with it.
uint64_t HeapBytes(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_PROFILE_BYTES_H_
