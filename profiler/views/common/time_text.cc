#include "profiler/views/common/time_text.h"

#include <fmt/format.h>

#include "profiler/base/output_text.h"

namespace profiler {

std::string TimeText(Int128 picos) {
  constexpr int64_t kMilli = 1'000'000'000, kSecond = 1000 * kMilli;
  if (picos % kSecond == 0) return fmt::format("{}s", static_cast<int64_t>(picos / kSecond));
  if (picos % kMilli == 0) {
    const auto millis = static_cast<int64_t>(picos / kMilli);
    constexpr int64_t kMany = 10'000;
    return millis < kMany ? fmt::format("{}ms", millis)
                          : fmt::format("{}.{:03}s", millis / 1000, millis % 1000);
  }
  std::string text;
  AppendMicros(picos, text);
  return text + "us";
}

}  // namespace profiler
