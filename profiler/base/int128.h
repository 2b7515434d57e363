#ifndef PROFILER_BASE_INT128_H_
#define PROFILER_BASE_INT128_H_

#include <cstdint>

namespace profiler {

// Wide enough for any sum of 64-bit values a file can hold, in picoseconds too: nothing wraps.
using Int128 = __int128;

inline constexpr int64_t kPicosPerMicro = 1'000'000;
// Wide, as times since 1970 are what they are multiplied with.
inline constexpr Int128 kPicosPerNano = 1'000;
inline constexpr Int128 kPicosPerSecond = 1'000'000'000'000;

}  // namespace profiler

#endif  // PROFILER_BASE_INT128_H_
