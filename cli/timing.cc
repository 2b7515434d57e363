#include "cli/timing.h"

#include <fmt/format.h>

namespace profiler {

Timing::Clock::time_point Timing::Took(Part part, Clock::time_point start) {
  const Clock::time_point now = Clock::now();
  took_[part] = now - start;
  return now;
}

std::string Timing::Summary() {
  constexpr const char* kNames[kPartCount] = {"read", "recast", "query", "render"};
  std::string text;
  for (int part = 0; part < kPartCount; ++part) {
    const auto took = std::exchange(took_[part], std::nullopt);
    if (!took) continue;
    const std::chrono::duration<double, std::milli> ms = *took;
    text +=
        fmt::format("{}{} {:.1f} ms", text.empty() ? "timing: " : ", ", kNames[part], ms.count());
  }
  return text;
}

}  // namespace profiler
