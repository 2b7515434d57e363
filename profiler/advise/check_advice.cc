#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"

namespace profiler {
namespace {

constexpr std::string_view kHelp = "help advise";  // lists rules and thresholds

absl::Status CheckRule(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Rule& rule : AllRules()) {
    if (IsRule(rule, name)) return absl::OkStatus();
    names.push_back(rule.name);
  }
  return NoChoice("checkers", name, names, kHelp);
}

bool NamesThreshold(std::string_view name, const Rule& rule, const Threshold& threshold) {
  const size_t point = name.find('.');
  if (point == name.npos) {
    return Lower(name) == Lower(fmt::format("{}_{}", rule.name, threshold.name));
  }
  const std::string_view of = name.substr(0, point);
  return (of == "*" || IsRule(rule, of)) && Lower(name.substr(point + 1)) == Lower(threshold.name);
}

absl::Status CheckThreshold(std::string_view name, double value) {
  std::vector<std::string> names;
  bool is_known = false, fits = true;
  for (const Rule& rule : AllRules()) {
    for (const Threshold& threshold : rule.thresholds) {
      names.push_back(fmt::format("{}.{}", rule.name, threshold.name));
      if (!NamesThreshold(name, rule, threshold)) continue;
      is_known = true;
      fits = fits && value <= threshold.most;
    }
  }
  if (!is_known) return NoChoice("threshold", name, {names.begin(), names.end()}, kHelp);
  if (fits) return absl::OkStatus();
  return BadValue("threshold", fmt::format("{}={}", name, value),
                  ": it is a share, 0 to 1; 50% is 0.5");
}

}  // namespace

bool IsRule(const Rule& rule, std::string_view name) { return Lower(name) == Lower(rule.name); }

std::vector<ThresholdValue> ThresholdValues(const Rule& rule, const AdviceOptions& options) {
  std::vector<ThresholdValue> values;
  for (const Threshold& threshold : rule.thresholds) {
    values.push_back({threshold.value});
    for (const auto& [name, value] : options.thresholds) {
      if (NamesThreshold(name, rule, threshold)) values.back() = {value, true};
    }
  }
  return values;
}

absl::Status CheckAdvice(const AdviceOptions& options) {
  for (const std::string& checker : options.checkers) {
    PROFILER_RETURN_IF_ERROR(CheckRule(checker));
  }
  for (const auto& [name, value] : options.thresholds) {
    PROFILER_RETURN_IF_ERROR(CheckThreshold(name, value));
  }
  return absl::OkStatus();
}

}  // namespace profiler
