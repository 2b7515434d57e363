#ifndef PROFILER_BASE_UTC_OFFSET_H_
#define PROFILER_BASE_UTC_OFFSET_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace profiler {

// Returns the seconds by which a zone is ahead of UTC, for "+02:00", "-0530", "+2", "Z", "UTC" and
// "GMT". Returns nullopt for other zone names, whose offset depends on date or place.
std::optional<int64_t> ParseUtcOffset(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_BASE_UTC_OFFSET_H_
