#include "profiler/render/verdicts/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "profiler/render/display.h"
#include "profiler/report/failed_check.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

using Outcome = Judgement::Outcome;

Outcome OutcomeOf(const Report& report, const CheckResult& result) {
  if (!result.is_judged()) return Outcome::kNotJudged;
  if (result.status == CheckStatus::kOk) return Outcome::kPassed;
  if (!result.is_broken) return Outcome::kUnclear;
  const bool fails = report.fails_from && result.severity >= *report.fails_from;
  return fails ? Outcome::kFailed : Outcome::kWarned;
}

void AddDetail(std::string_view what, std::string_view text, std::string& out) {
  if (!text.empty()) out += fmt::format("{}: {}\n", what, text);
}

Judgement JudgementOf(const Report& report, const CheckResult& result) {
  Judgement judgement;
  judgement.outcome = OutcomeOf(report, result);
  judgement.group = report.view;
  judgement.word = result.word();
  judgement.name = result.name;
  judgement.message = CheckText(result);
  if (result.requirement != result.name) {
    AddDetail("requirement", result.requirement, judgement.details);
  }
  AddDetail("why", result.why, judgement.details);
  AddDetail("owner", result.owner, judgement.details);
  AddDetail("more", result.command, judgement.details);
  return judgement;
}

Judgement JudgementOf(const Report& report, const Report& list, const Finding& finding) {
  Judgement judgement;
  const bool fails = report.fails_from && finding.severity >= *report.fails_from;
  judgement.outcome = fails                                 ? Outcome::kFailed
                      : finding.severity == Severity::kInfo ? Outcome::kPassed
                                                            : Outcome::kWarned;
  judgement.group = finding.rule.empty() ? list.view : finding.rule;
  judgement.name = finding.id;
  if (!finding.subject.empty()) judgement.name += " " + finding.subject;
  if (!finding.place.empty()) judgement.name += " " + PlaceText(finding.place);
  judgement.message = finding.text;
  AddDetail("more", finding.command, judgement.details);
  return judgement;
}

void AddJudgements(const Report& report, const Report& list, std::vector<Judgement>& judgements) {
  for (const Finding& finding : list.findings) {
    judgements.push_back(JudgementOf(report, list, finding));
  }
  for (const Report& section : list.sections) AddJudgements(report, section, judgements);
}

}  // namespace

std::vector<Judgement> JudgementsOf(const Report& report) {
  std::vector<Judgement> judgements;
  for (const CheckResult& result : report.checks) {
    judgements.push_back(JudgementOf(report, result));
  }
  AddJudgements(report, report, judgements);
  return judgements;
}

std::string SumUp(const Report& report) {
  const auto count = [&](bool (*counts)(const CheckResult&)) {
    return std::count_if(report.checks.begin(), report.checks.end(), counts);
  };
  if (report.checks.empty()) {
    return report.failed_check.empty() ? "Nothing fails" : report.failed_check;
  }
  const size_t all = report.checks.size();
  const std::string_view many = all == 1 ? "" : "s";
  std::string text = FailingRequirements(report.checks);
  const auto unclear = count(
      [](const CheckResult& one) { return !one.is_broken && one.status == CheckStatus::kUnclear; });
  const auto not_judged = count([](const CheckResult& one) { return !one.is_judged(); });
  const auto of_all = [&](ptrdiff_t some, std::string_view what) {
    return fmt::format("{} of {} requirement{} {} {}", some, all, many, some == 1 ? "is" : "are",
                       what);
  };
  if (text.empty() && not_judged == 0 && unclear > 0) {
    return all == 1 ? "Noise hides whether the requirement holds"
                    : fmt::format("No requirement is broken; noise hides whether {} of {} hold{}",
                                  unclear, all, unclear == 1 ? "s" : "");
  }
  if (text.empty() && not_judged == 0) {
    text = all == 1 ? "The requirement holds" : fmt::format("All {} requirements hold", all);
  }
  if (text.starts_with('c')) text.front() = 'C';
  if (not_judged > 0) text += (text.empty() ? "" : "; ") + of_all(not_judged, "not judged");
  if (unclear > 0)
    text += fmt::format("; noise hides whether {} hold{}", unclear, unclear == 1 ? "s" : "");
  return text;
}

std::string CheckText(const CheckResult& result) {
  if (!result.is_judged()) return "not judged: " + result.reason;
  constexpr size_t kMostOfName = 80;  // C++ names of kernels fill a screen
  std::string text =
      result.row.empty() ? "" : CutMiddle(result.row, kMostOfName, /*unicode=*/true) + ": ";
  const ScaledPair apart = ScaledApart(result.value, result.bound, result.unit);
  text += fmt::format("{}, bound {}", apart.value, apart.other);
  if (!std::isnan(result.base))
    text += fmt::format(", base {}", ScaledText(result.base, result.unit));
  if (result.excess > 0) {
    text += fmt::format(": {} beyond", ScaledText(result.excess, result.unit));
    if (result.bound > 0) text += fmt::format(" ({:.1f} %)", 100 * result.excess / result.bound);
  }
  if (!result.reason.empty()) text += "; " + result.reason;
  return text;
}

}  // namespace profiler
