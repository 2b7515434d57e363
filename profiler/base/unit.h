#ifndef PROFILER_BASE_UNIT_H_
#define PROFILER_BASE_UNIT_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// What a number is measured in.
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
// As machine formats spell it: "us", "B", "1" (of counts and shares), "%", "flop/s", "B/s", "".
std::string_view Name(Unit unit);

}  // namespace profiler

#endif  // PROFILER_BASE_UNIT_H_
