#include "profiler/advise/straggler_signs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {
namespace {

// The place of one rank, or of a host whose ranks are late.
bool IsAtPlace(const FindingPlace& place, const FindingPlace& of_late) {
  if (place.rank == kAbsent || place.host != of_late.host) return false;
  return of_late.rank == kAbsent ? !of_late.host.empty() : place.rank == of_late.rank;
}

bool IsSignOf(const Finding& finding, const Finding& late) {
  const bool is_at_it = finding.severity == Severity::kWarning && finding.saves == kAbsent &&
                        IsAtPlace(finding.place, late.place);
  if (!is_at_it) return false;
  // A device with little use idles for most of the time, and the straggler is late for as much.
  if (finding.id == "low_utilization") return late.share >= 0.5;
  return finding.id == "host_bound" && finding.share <= late.share;
}

// Text such as "; LaunchChecker warns of idle devices there, too (`advise`)".
std::string FoldedText(const std::vector<std::string>& rules) {
  return fmt::format("; {} {} of an idle device there, too (`advise`)", fmt::join(rules, " and "),
                     rules.size() == 1 ? "warns" : "warn");
}

}  // namespace

void StragglerSigns::AddStragglers(const std::vector<Finding>& findings) {
  for (const Finding& one : findings) {
    if (one.id == "straggler" && one.severity == Severity::kWarning) lates_.push_back({one, {}});
  }
}

bool StragglerSigns::Takes(const Finding& finding, std::string_view rule) {
  const auto late = std::find_if(lates_.begin(), lates_.end(),
                                 [&](const Late& one) { return IsSignOf(finding, one.finding); });
  if (late == lates_.end()) return false;
  std::vector<std::string>& rules = late->rules;
  if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.emplace_back(rule);
  return true;
}

void StragglerSigns::Tell(std::vector<Finding>& shown) const {
  for (const Late& late : lates_) {
    if (late.rules.empty()) continue;
    for (Finding& one : shown) {
      const bool is_late = one.id == late.finding.id && one.place == late.finding.place &&
                           one.subject == late.finding.subject;
      if (is_late) one.text += FoldedText(late.rules);
    }
  }
}

}  // namespace profiler
