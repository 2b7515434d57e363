#ifndef PROFILER_STORE_DERIVE_HOST_CLOCKS_H_
#define PROFILER_STORE_DERIVE_HOST_CLOCKS_H_

#include <optional>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct ClockDifference {
  StringId host, other;
  Int128 picos = 0;  // the other host's steps are this much later
};

// Finds two hosts of a job whose steps of equal number are so far apart that their clocks must
// differ: by more than twenty steps, and by seconds; or, of hosts that take each step together, as
// their steady distance shows, by more than a step. Returns the pair with the largest difference.
std::optional<ClockDifference> FindClockDifference(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_HOST_CLOCKS_H_
