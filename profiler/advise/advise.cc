#include "profiler/advise/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/verdicts.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

std::string_view Name(FindingSeverity severity) {
  constexpr std::array<std::string_view, 3> kNames = {"info", "warning", "error"};
  return kNames[static_cast<size_t>(severity)];
}

ThresholdValues ThresholdsOf(const Rule& rule, const AdviceOptions& options) {
  ThresholdValues values;
  for (const Threshold& threshold : rule.thresholds) {
    values[threshold.name] = threshold.value;
    for (const auto& [name, value] : options.thresholds) {
      if (NamesThreshold(name, rule, threshold)) values[threshold.name] = value;
    }
  }
  return values;
}

// Rows of one name, as steps of several runs with one number, are told apart by a number.
void MakeKeysUnique(Report& table) {
  std::map<std::vector<std::string>, int> seen;
  for (Row& row : table.rows) {
    const int times = ++seen[row.key];
    if (times > 1) row.key.push_back(fmt::format("#{}", times));
  }
}

void AddRow(Finding finding, Report& section) {
  Row row;
  row.name = finding.id;
  row.key = {finding.id};
  row.depth = finding.level;
  if (!finding.subject.empty()) row.key.push_back(finding.subject);
  if (finding.evidence) {
    finding.evidence->view = fmt::format("{}", fmt::join(row.key, "/"));
    finding.evidence->shape = Shape::kTable;
    MakeKeysUnique(*finding.evidence);
    section.sections.push_back(*std::move(finding.evidence));
  }
  section.rows.push_back(std::move(row));
  section.columns[0].words.emplace_back(Name(finding.severity));
  section.columns[1].words.push_back(std::move(finding.subject));
  section.columns[2].words.push_back(std::move(finding.text));
  section.columns[3].words.push_back(std::move(finding.command));
  section.columns[4].own.push_back(finding.saves);
}

Report MakeSection(const Rule& rule, const Verdict& verdict) {
  Report section;
  section.view = section.title = rule.name;
  section.description = rule.summary;
  section.shape = Shape::kFindings;
  section.columns = FindingColumns();
  for (const Finding& finding : verdict.findings) AddRow(finding, section);
  if (!verdict.lacks.empty()) {
    section.notes.push_back({"not_judged", Severity::kInfo, verdict.lacks});
  }
  return section;
}

bool IsAsked(const Rule& rule, const Profile& profile, const AdviceOptions& options) {
  const auto& names = options.checkers;
  if (names.empty()) return rule.applies == nullptr || rule.applies(profile);
  return std::find(names.begin(), names.end(), rule.name) != names.end();
}

struct Judged {
  const Rule* rule;
  absl::StatusOr<std::shared_ptr<const Verdict>> verdict;
};

// Rules may use threads themselves: more would be in each other's way.
constexpr size_t kMostRulesAtOnce = 4;

// What the rules that are asked say, in their order.
std::vector<Judged> AskRules(const Selected& selected, const Query& query, Answerer& views,
                             RunContext& context) {
  const Profile& profile = selected.profile();
  std::vector<Judged> judged;
  for (const Rule& rule : AllRules()) {
    if (IsAsked(rule, profile, query.advice)) judged.push_back({&rule, nullptr});
  }
  const Query known = KnownToRules(query);
  InParallel(judged.size(), std::min(context.threads(), kMostRulesAtOnce), [&](size_t i) {
    Judged& one = judged[i];
    const ThresholdValues thresholds = ThresholdsOf(*one.rule, query.advice);
    const absl::Status status = context.Check();
    if (!status.ok()) {
      one.verdict = status;
    } else {
      one.verdict = AskRule(*one.rule, {selected, known, thresholds, views, context});
    }
  });
  return judged;
}

// Says that so many rules wait for more samples: without that a job that nobody judged looks well.
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

// What -fail_on says of the findings' number by severity.
std::string FailedCheck(const AdviceOptions& options, const std::array<int64_t, 3>& counts) {
  using FailOn = AdviceOptions::FailOn;
  const int64_t warnings = counts[1], errors = counts[2];
  if (options.fail_on == FailOn::kNothing) return "";
  const bool on_warning = options.fail_on == FailOn::kWarning;
  if (errors == 0 && (!on_warning || warnings == 0)) return "";
  return fmt::format("advise found {} error{} and {} warning{} (-fail_on {})", errors,
                     errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s",
                     on_warning ? "warning" : "error");
}

// Most rules judge a step. Who names rules is answered all the same.
absl::Status CheckThatStepsRan(const Profile& profile) {
  constexpr std::string_view kHint = "; rules that need none can be asked with -checkers";
  if (HasSystemUse(profile)) return absl::OkStatus();
  if (profile.execs.row.size() == 0) {
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

std::vector<ReportColumn> FindingColumns() {
  return {
      TableColumn("severity", ColumnType::kText, Unit::kNone, "severity",
                  "How bad it is: info, warning or error."),
      TableColumn("subject", ColumnType::kText, Unit::kNone, "subject",
                  "What it is about: a device, an op, a link ..."),
      TableColumn("text", ColumnType::kText, Unit::kNone, "finding", "What was found."),
      TableColumn("command", ColumnType::kText, Unit::kNone, "more",
                  "The command that shows more."),
      TableColumn("saves_us", ColumnType::kNumber, Unit::kMicros, "could save",
                  "Time per step that acting on it could save, where docs/advice.md derives it."),
  };
}

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
  report.view = "advise";
  report.description = "advise: What to change first, by rules. A row is a finding.";
  std::array<int64_t, 3> counts = {};
  std::vector<TooShort> too_short;
  for (const Judged& judged : AskRules(selected, query, views, context)) {
    PROFILER_RETURN_IF_ERROR(judged.verdict.status());
    const Verdict& verdict = **judged.verdict;
    for (const Finding& finding : verdict.findings) {
      ++counts[static_cast<size_t>(finding.severity)];
    }
    if (verdict.too_short) too_short.push_back(*verdict.too_short);
    report.sections.push_back(MakeSection(*judged.rule, verdict));
  }
  AddTooShort(too_short, report);
  AddMetricClockNotes(profile, report);
  if (query.top || !query.where.all()) {
    report.notes.push_back({"all_findings", Severity::kInfo,
                            "advise shows every finding: -top and -where choose rows of tables; "
                            "-checkers chooses rules"});
  }
  report.failed_check = FailedCheck(query.advice, counts);
  return report;
}

}  // namespace profiler
