#ifndef PROFILER_STORE_DERIVE_HOST_CLOCKS_H_
#define PROFILER_STORE_DERIVE_HOST_CLOCKS_H_

#include <optional>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct ClockDifference {
  StringId host, other;
  Int128 picos = 0;  // how much later the other's steps are
};

// Two hosts of one job whose steps of one number are so far apart that their clocks must differ:
// by more than twenty steps take, and by seconds. Of several pairs the one that is furthest apart.
std::optional<ClockDifference> FindClockDifference(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_HOST_CLOCKS_H_
