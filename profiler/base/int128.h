#ifndef PROFILER_BASE_INT128_H_
#define PROFILER_BASE_INT128_H_

#include <cstdint>

namespace profiler {

// Wide enough that no sum of a file's 64-bit values overflows, even in picoseconds.
using Int128 = __int128;

inline constexpr int64_t kPicosPerMicro = 1'000'000;
// 128 bits wide, because times since 1970 in picoseconds overflow 64 bits.
inline constexpr Int128 kPicosPerNano = 1'000;
inline constexpr Int128 kPicosPerSecond = 1'000'000'000'000;

}  // namespace profiler

#endif  // PROFILER_BASE_INT128_H_
