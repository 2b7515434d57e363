#include "profiler/base/utc_time.h"

#include <fmt/format.h>

#include <ctime>

#include "profiler/base/value.h"

namespace profiler {

std::string UtcTime(int64_t epoch_ns) {
  if (epoch_ns == kUnknown) return "";
  constexpr int64_t kNanosPerSecond = 1'000'000'000;
  int64_t nanos = epoch_ns % kNanosPerSecond;
  if (nanos < 0) nanos += kNanosPerSecond;
  const auto seconds = static_cast<std::time_t>(epoch_ns / kNanosPerSecond -
                                                (epoch_ns % kNanosPerSecond < 0 ? 1 : 0));
  std::tm utc{};
  if (gmtime_r(&seconds, &utc) == nullptr) return "";
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:09}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, nanos);
}

}  // namespace profiler
