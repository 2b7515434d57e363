#include "profiler/advise/rules/common/gpu_differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/base/ascii.h"

namespace profiler {
namespace {

constexpr double kMuchHotter = 10;        // degrees
constexpr double kOtherUse = 10;          // percent
constexpr double kMoreMemory = 1.1;       // times, and by
constexpr double kLeastMemory = 1 << 30;  // bytes

std::string MemoryText(double bytes) { return FormatBytesOf(static_cast<int64_t>(bytes)); }

}  // namespace

bool NamesReason(const std::vector<std::string>& reasons, std::string_view part) {
  return std::any_of(reasons.begin(), reasons.end(), [&](const std::string& reason) {
    return Lower(reason).find(part) != std::string::npos;
  });
}

bool IsPowerBraked(const std::vector<std::string>& reasons) {
  return NamesReason(reasons, "power_brake") && !NamesReason(reasons, "power_cap");
}

GpuDifferences DifferencesOf(const std::vector<const GpuState*>& slow,
                             const std::vector<const GpuState*>& others, double lower_clock) {
  GpuDifferences found;
  if (slow.empty() || others.empty()) return found;
  const GpuState own = MiddleState(slow), usual = MiddleState(others);
  const bool is_one = slow.size() == 1;
  const std::string_view has = is_one ? "has" : "have", is = is_one ? "is" : "are";
  const bool is_slow = own.clock <= lower_clock * usual.clock;
  const bool is_limited = own.power_limit <= kClearlyLower * usual.power_limit;
  const bool is_hot = own.temperature >= usual.temperature + kMuchHotter;
  const bool is_fuller =
      own.memory > kMoreMemory * usual.memory && own.memory > usual.memory + kLeastMemory;
  std::vector<std::string> parts;
  if (is_slow) {
    parts.push_back(fmt::format("{} at {:.0f} MHz (the others at {:.0f})", is_one ? "runs" : "run",
                                own.clock, usual.clock));
  }
  if (is_limited) {
    parts.push_back(fmt::format("{} a power limit of {:.0f} W (the others {:.0f})", has,
                                own.power_limit, usual.power_limit));
  }
  if (is_hot) {
    parts.push_back(
        fmt::format("{} at {:.0f} C (the others {:.0f})", is, own.temperature, usual.temperature));
  }
  if (is_fuller) {
    parts.push_back(fmt::format("{} {} of memory in use (the others {})", has,
                                MemoryText(own.memory), MemoryText(usual.memory)));
  }
  if (std::fabs(own.use - usual.use) >= kOtherUse) {
    parts.push_back(fmt::format("{} used {:.0f}% (the others {:.0f}%)", is, own.use, usual.use));
  }
  std::vector<std::string> reasons;
  for (const std::string& reason : own.reasons) {
    if (!NamesReason(usual.reasons, Lower(reason))) reasons.push_back(reason);
  }
  found.is_known = std::isfinite(own.clock) && std::isfinite(usual.clock);
  if (parts.empty()) return found;
  found.text = fmt::format("{}", fmt::join(parts, ", "));
  if (!reasons.empty()) {
    found.text += fmt::format("; active there: {}", fmt::join(reasons, ", "));
  }
  if (is_slow && NamesReason(own.reasons, "thermal")) {
    found.remedy = ". Look at the cooling there";
  } else if (is_slow && !is_limited && IsPowerBraked(own.reasons)) {
    found.remedy = kPowerBrakeRemedy;
  } else if (is_slow && (is_limited || NamesReason(own.reasons, "power"))) {
    found.remedy = ". Power is limited there: compare the power limit (nvidia-smi -pl) and supply";
  } else if (is_slow) {
    found.remedy = is_hot ? ". Look at the cooling there"
                          : ". Compare clock limits and power limits (nvidia-smi -q -d "
                            "CLOCK,POWER,PERFORMANCE)";
  } else if (is_fuller) {
    found.remedy = ". Another process seems to run there: nvidia-smi lists them";
  }
  return found;
}

}  // namespace profiler
