#ifndef PROFILER_BASE_UNIT_H_
#define PROFILER_BASE_UNIT_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// The unit of a number.
enum class Unit : uint8_t {
  kNone,
  kCount,
  kBytes,
  kMicros,
  kShare,  // 0..1
  kPercent,
  kFlopsPerSecond,
  kBytesPerSecond,
};
// The unit's name in machine-readable output, e.g. "us", "B", "B/s", or "1" for counts and shares.
std::string_view Name(Unit unit);

}  // namespace profiler

#endif  // PROFILER_BASE_UNIT_H_
