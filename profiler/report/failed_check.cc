#include "profiler/report/failed_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace profiler {
namespace {

using SeverityCounts = std::array<int64_t, 3>;  // by Severity

void CountFindings(const Report& report, SeverityCounts& counts) {
  for (const Finding& finding : report.findings) ++counts[static_cast<size_t>(finding.severity)];
  for (const Report& section : report.sections) CountFindings(section, counts);
}

std::string Counted(int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::optional<Severity> FailsFrom(std::optional<AdviceOptions::FailOn> fail_on) {
  if (fail_on == AdviceOptions::FailOn::kWarning) return Severity::kWarning;
  if (fail_on == AdviceOptions::FailOn::kError) return Severity::kError;
  return std::nullopt;
}

std::string FailedCheck(std::string_view command, std::optional<AdviceOptions::FailOn> fail_on,
                        const Report& report) {
  using FailOn = AdviceOptions::FailOn;
  if (!fail_on || fail_on == FailOn::kNothing) return "";
  SeverityCounts counts = {};
  CountFindings(report, counts);
  const int64_t warnings = counts[static_cast<size_t>(Severity::kWarning)];
  const int64_t errors = counts[static_cast<size_t>(Severity::kError)];
  const bool on_warning = fail_on == FailOn::kWarning;
  if (errors == 0 && (!on_warning || warnings == 0)) return "";
  // Each of them fails the command: a form may call a warning that does an error.
  std::string found = errors > 0 ? Counted(errors, "error") : "";
  if (warnings > 0) found += (errors > 0 ? " and " : "") + Counted(warnings, "warning");
  return fmt::format("{} found {} (-fail_on {})", command, found, on_warning ? "warning" : "error");
}

std::string FailingRequirements(const std::vector<CheckResult>& results) {
  const auto cannot_tell =
      std::count_if(results.begin(), results.end(),
                    [](const CheckResult& one) { return one.is_broken && one.cannot_tell(); });
  const auto broken = std::count_if(results.begin(), results.end(),
                                    [](const CheckResult& one) { return one.is_broken; }) -
                      cannot_tell;
  const size_t all = results.size();
  const std::string requirements = fmt::format("{} requirement{}", all, all == 1 ? "" : "s");
  std::string text;
  if (broken > 0) {
    text = fmt::format("{} of {} {} broken", broken, requirements, broken == 1 ? "is" : "are");
  }
  if (cannot_tell > 0) {
    text +=
        broken > 0
            ? fmt::format("; cannot tell of {} of {}, and it looks worse", cannot_tell, all)
            : fmt::format("cannot tell of {} of {}, and it looks worse", cannot_tell, requirements);
  }
  return text;
}

}  // namespace profiler
