#ifndef PROFILER_BASE_UTC_OFFSET_H_
#define PROFILER_BASE_UTC_OFFSET_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace profiler {

// Seconds by which a zone's clocks are ahead of UTC: of "+02:00", "-0530", "+2", "Z", "UTC" and
// "GMT". Nothing for other names, which do not tell it by themselves.
std::optional<int64_t> ParseUtcOffset(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_BASE_UTC_OFFSET_H_
