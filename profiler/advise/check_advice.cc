#include <fmt/format.h>

#include <algorithm>

#include "profiler/advise/rule.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"

namespace profiler {
namespace {

std::vector<std::string_view> RuleNames() {
  std::vector<std::string_view> names;
  for (const Rule& rule : AllRules()) names.push_back(rule.name);
  return names;
}

// "RULE.name" of every threshold.
std::vector<std::string> ThresholdNames() {
  std::vector<std::string> names;
  for (const Rule& rule : AllRules()) {
    for (const Threshold& threshold : rule.thresholds) {
      names.push_back(fmt::format("{}.{}", rule.name, threshold.name));
    }
  }
  return names;
}

// The thresholds that the name means, each by its own.
std::vector<std::string> Matches(std::string_view name) {
  std::vector<std::string> names;
  for (const Rule& rule : AllRules()) {
    for (const Threshold& threshold : rule.thresholds) {
      if (!NamesThreshold(name, rule, threshold)) continue;
      names.push_back(fmt::format("{}.{}", rule.name, threshold.name));
    }
  }
  return names;
}

double MostOf(std::string_view name) {
  double most = 0;
  for (const Rule& rule : AllRules()) {
    for (const Threshold& threshold : rule.thresholds) {
      if (name == fmt::format("{}.{}", rule.name, threshold.name)) most = threshold.most;
    }
  }
  return most;
}

absl::Status CheckName(std::string_view option, std::string_view name,
                       const std::vector<std::string_view>& names) {
  for (std::string_view known : names) {
    if (known == name) return absl::OkStatus();
  }
  return NoChoice(option, name, names);
}

}  // namespace

bool NamesThreshold(std::string_view name, const Rule& rule, const Threshold& threshold) {
  const size_t point = name.find('.');
  if (point == name.npos) {
    return Lower(name) == Lower(fmt::format("{}_{}", rule.name, threshold.name));
  }
  const std::string_view of = name.substr(0, point);
  return (of == "*" || Lower(of) == Lower(rule.name)) &&
         Lower(name.substr(point + 1)) == Lower(threshold.name);
}

absl::Status CheckAdvice(const AdviceOptions& options) {
  for (const std::string& checker : options.checkers) {
    PROFILER_RETURN_IF_ERROR(CheckName("checkers", checker, RuleNames()));
  }
  const std::vector<std::string> names = ThresholdNames();
  for (const auto& [name, value] : options.thresholds) {
    const std::vector<std::string> matches = Matches(name);
    if (matches.empty()) {
      PROFILER_RETURN_IF_ERROR(CheckName("threshold", name, {names.begin(), names.end()}));
    }
    const bool fits = std::all_of(matches.begin(), matches.end(),
                                  [value = value](const auto& m) { return value <= MostOf(m); });
    if (fits) continue;
    return BadValue("threshold", fmt::format("{}={}", name, value),
                    ": it is a share, 0 to 1; 50% is 0.5");
  }
  return absl::OkStatus();
}

}  // namespace profiler
