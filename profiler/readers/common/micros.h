#ifndef PROFILER_READERS_COMMON_MICROS_H_
#define PROFILER_READERS_COMMON_MICROS_H_

#include <optional>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::chrome_trace {

// Parses a decimal number of microseconds, e.g. "1698.25" or "1.5e3", to picoseconds without
// rounding; further digits are cut. Returns nullopt if the text is not a number, or is beyond 10^18
// microseconds.
std::optional<Int128> ParseMicros(std::string_view number);

// Like ParseMicros() for another unit, which is 10^pico_digits picoseconds. `pico_digits` is at
// most 12.
std::optional<Int128> ParseDecimal(std::string_view number, int pico_digits);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_COMMON_MICROS_H_
