#include "profiler/advise/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/verdicts.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/status.h"
#include "profiler/report/finding_table.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

Report MakeSection(const Rule& rule, const Verdict& verdict, const Selection& selection) {
  Report section;
  section.view = section.title = rule.name;
  section.description = rule.summary;
  section.shape = Shape::kFindings;
  section.findings = verdict.findings;
  for (Finding& finding : section.findings) KeepSelection(selection, finding);
  if (!verdict.lacks.empty()) {
    section.notes.push_back({std::string(kNotJudged), Severity::kInfo, verdict.lacks});
  }
  return section;
}

bool IsAsked(const Rule& rule, const Profile& profile, const AdviceOptions& options) {
  const auto& names = options.checkers;
  if (names.empty()) return rule.applies == nullptr || rule.applies(profile);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return IsRule(rule, name); });
}

std::vector<const Rule*> AskedRules(const Profile& profile, const AdviceOptions& options) {
  std::vector<const Rule*> rules;
  for (const Rule& rule : AllRules()) {
    if (IsAsked(rule, profile, options)) rules.push_back(&rule);
  }
  return rules;
}

// Warns about rules that need more samples. Without the warning, a job that they do not judge would
// look healthy.
void AddTooShort(const std::vector<TooShort>& rules, Report& report) {
  if (rules.empty()) return;
  TooShort least = rules.front();
  for (const TooShort& rule : rules) {
    least.samples = std::max(least.samples, rule.samples);
    least.patience = std::min(least.patience, rule.patience);
  }
  const bool is_one = rules.size() == 1;
  report.notes.push_back(
      {"too_few_samples", Severity::kWarning,
       fmt::format("{} on metrics judged nothing: {} for more samples than the {} of this job; "
                   "advise -threshold '*.patience={}' judges {}",
                   is_one ? "1 rule" : fmt::format("{} rules", rules.size()),
                   is_one ? "it waits" : "they wait", least.samples, least.patience,
                   is_one ? "it" : "them")});
}

// Warns about rules that were asked for by name and judged nothing. Without the warning, -fail_on
// would seem to say that all is well.
void AddNotJudged(const std::vector<Judged>& all, const AdviceOptions& options, Report& report) {
  using FailOn = AdviceOptions::FailOn;
  if (options.fail_on.value_or(FailOn::kNothing) == FailOn::kNothing) return;
  if (options.checkers.empty()) return;
  for (const Judged& judged : all) {
    const Verdict& verdict = **judged.verdict;
    if (!verdict.findings.empty() || verdict.lacks.empty()) continue;
    report.notes.push_back({"judged_nothing", Severity::kWarning,
                            fmt::format("-fail_on checks nothing of {}, which judged nothing: {}",
                                        judged.rule->name, verdict.lacks)});
  }
}

// Fails if no execution in a step was recorded, because most rules need steps. Not called if
// -checkers names the rules to run.
absl::Status CheckThatStepsRan(const Profile& profile) {
  constexpr std::string_view kHint = "; rules that need none can be asked with -checkers";
  if (HasSystemUse(profile)) return absl::OkStatus();
  if (profile.execs().row.size() == 0) {
    if (profile.allocations.size() > 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        fmt::format("no execution was recorded, so there is nothing to judge{}", kHint));
  }
  for (const StepRow& step : profile.steps.values()) {
    if (step.listed || step.found_by != StepFoundBy::kRecorded) return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      fmt::format("the profile lists no training step, so there is nothing to judge{}", kHint));
}

}  // namespace

std::vector<HelpEntry> RuleHelp() {
  std::vector<HelpEntry> rules;
  for (const Rule& rule : AllRules()) {
    HelpEntry entry{std::string(rule.name), std::string(rule.summary)};
    for (const Threshold& threshold : rule.thresholds) {
      entry.entries.push_back(
          {std::string(threshold.name), fmt::format("{} ({})", threshold.help, threshold.value)});
    }
    rules.push_back(std::move(entry));
  }
  return rules;
}

absl::StatusOr<Report> AdviseView(const Selected& selected, const Query& query, Answerer& views,
                                  RunContext& context) {
  const Profile& profile = selected.profile();
  if (query.advice.checkers.empty()) PROFILER_RETURN_IF_ERROR(CheckThatStepsRan(profile));
  Report report;
  report.keeps_empty_sections = query.compat_tfprof;
  report.view = "advise";
  report.description = "advise: What to change first, by rules. A row is a finding.";
  std::vector<TooShort> too_short;
  const std::vector<const Rule*> rules = AskedRules(profile, query.advice);
  const std::vector<Judged> all = AskRules(rules, selected, query, views, context);
  for (const Judged& judged : all) {
    PROFILER_RETURN_IF_ERROR(judged.verdict.status());
    const Verdict& verdict = **judged.verdict;
    // A rule with findings judged something.
    if (verdict.too_short && verdict.findings.empty()) too_short.push_back(*verdict.too_short);
    report.sections.push_back(MakeSection(*judged.rule, verdict, selected.selection()));
  }
  AddTooShort(too_short, report);
  AddNotJudged(all, query.advice, report);
  AddMetricClockNotes(profile, report);
  return report;
}

}  // namespace profiler
