#ifndef PROFILER_BASE_UTC_TIME_H_
#define PROFILER_BASE_UTC_TIME_H_

#include <cstdint>
#include <string>

namespace profiler {

// Formats a time as "2024-05-03T11:22:33.123456789Z"; "" if the time is unknown.
std::string UtcTime(int64_t epoch_ns);

}  // namespace profiler

#endif  // PROFILER_BASE_UTC_TIME_H_
