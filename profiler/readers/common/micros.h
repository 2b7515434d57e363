#ifndef PROFILER_READERS_COMMON_MICROS_H_
#define PROFILER_READERS_COMMON_MICROS_H_

#include <optional>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::chrome_trace {

// Picoseconds of a decimal number of microseconds, "1698.25" or "1.5e3", from its digits: what is
// below a picosecond is cut. Nothing for what is no number, and for one beyond 10^18 microseconds.
std::optional<Int128> ParseMicros(std::string_view number);

// The same of a number of another unit, of which a picosecond is `pico_digits` decimals, at
// most 12.
std::optional<Int128> ParseDecimal(std::string_view number, int pico_digits);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_COMMON_MICROS_H_
