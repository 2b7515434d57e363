#include "profiler/analysis/metrics/gpu_clock_names.h"

#include <string>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

bool HasPart(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

// Whether the name has "sm" as a word: "clocks.sm" and "smClock", not "nvidia_smi".
bool NamesSm(std::string_view recorded) {
  const std::string name = Lower(recorded);
  const auto is_letter = [&](size_t i) { return name[i] >= 'a' && name[i] <= 'z'; };
  for (size_t at = name.find("sm"); at != name.npos; at = name.find("sm", at + 1)) {
    const bool begins =
        at == 0 || !is_letter(at - 1) || (recorded[at] == 'S' && recorded[at - 1] == name[at - 1]);
    const size_t end = at + 2;
    const bool ends = end == name.size() || !is_letter(end) || name.compare(end, 5, "clock") == 0;
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

GpuClock GpuClockOf(std::string_view dimension) {
  const std::string name = Lower(dimension);
  if (!HasPart(name, "clock") || HasPart(name, "app") || HasPart(name, "reason") ||
      HasPart(name, "mem")) {
    return GpuClock::kNone;
  }
  if (!NamesSm(dimension) && !HasPart(name, "graphics")) return GpuClock::kNone;
  return HasPart(name, "max") ? GpuClock::kMost : GpuClock::kNow;
}

double MegahertzOf(const MetricSeries& series) {
  const std::string unit = Lower(series.unit), name = Lower(series.dimension);
  const auto is_in = [&](std::string_view hertz) {
    return unit.empty() ? name.ends_with("_" + std::string(hertz)) : unit == hertz;
  };
  return is_in("hz") ? 1e-6 : is_in("khz") ? 1e-3 : is_in("ghz") ? 1e3 : 1;
}

bool IsClockReason(std::string_view dimension) {
  const std::string name = Lower(dimension);
  return HasPart(name, "slowdown") || HasPart(name, "power_cap") ||
         HasPart(name, "throttle_reasons.") || HasPart(name, "event_reasons.");
}

std::string_view ShortClockReason(std::string_view dimension) {
  const size_t dot = dimension.rfind('.');
  return dot == dimension.npos ? dimension : dimension.substr(dot + 1);
}

bool IsGpuTemperature(std::string_view dimension) {
  const std::string name = Lower(dimension);
  return HasPart(name, "temp") && !HasPart(name, "mem") && !HasPart(name, "limit");
}

bool IsGpuPower(const MetricSeries& series) {
  const std::string name = Lower(series.dimension);
  return HasPart(name, "power") && !HasPart(name, "limit") && series.unit == "W";
}

bool IsGpuPowerLimit(const MetricSeries& series) {
  const std::string name = Lower(series.dimension);
  return HasPart(name, "power") && HasPart(name, "limit") && series.unit == "W" &&
         !HasPart(name, "max") && !HasPart(name, "min") && !HasPart(name, "default");
}

}  // namespace profiler
