#include "profiler/engine/job_report_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/advise.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/time/recorded_span.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/base/utc_time.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/overview/overview_run.h"

namespace profiler {
namespace {

using enum ColumnType;

bool HasWallClock(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.epoch_ns != kUnknown; });
}

// "959.00sec, from 2023-11-15T14:53:35.000000000Z"; "" where nothing has a time.
std::string WhenRecorded(const Profile& profile) {
  const WallSpan span = RecordedSpan(profile);
  if (span.span() == kAbsent) return "";
  std::string text = FormatValue(span.span(), Unit::kMicros);
  if (!HasWallClock(profile)) return text;
  const Value nanos = span.begin() / kPicosPerNano;
  const bool fits = nanos == static_cast<int64_t>(nanos);
  return text + (fits ? ", from " + UtcTime(static_cast<int64_t>(nanos)) : "");
}

// Bins of utilization, as SageMaker's profiler report shows them; an edge is of the upper one.
constexpr double kFully = 90, kHardly = 10;

void AddUse(const std::string& node, const std::string& name, const std::vector<double>& values,
            Report& report) {
  size_t count = 0, fully = 0, hardly = 0;
  double sum = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    ++count;
    sum += value;
    fully += value >= kFully ? 1 : 0;
    hardly += value < kHardly ? 1 : 0;
  }
  if (count == 0) return;
  const auto share = [&](size_t part) {
    return static_cast<double>(part) / static_cast<double>(count);
  };
  TableRow(report, name, {node, name})
      .Text(node)
      .Number(static_cast<Value>(count))
      .Real(sum / static_cast<double>(count))
      .Real(share(fully))
      .Real(share(count - fully - hardly))
      .Real(share(hardly));
}

Report StartFindings() {
  std::vector<ReportColumn> columns = FindingColumns();
  columns.insert(columns.begin() + 1,
                 TableColumn("rule", kText, Unit::kNone, "rule", "Which rule found it."));
  Report report = StartTable("findings", "What to change first", "what was found, in one word",
                             std::move(columns));
  report.shape = Shape::kFindings;
  return report;
}

// A finding, where it stands in the answer of `advise`.
struct Found {
  Report* section;
  size_t row;

  ReportColumn& column(std::string_view name) const {
    return *std::find_if(section->columns.begin(), section->columns.end(),
                         [&](const ReportColumn& column) { return column.name == name; });
  }
  const std::string& word(std::string_view name) const { return column(name).words[row]; }
  int badness() const {
    const std::string& severity = word("severity");
    return severity == "error" ? 2 : severity == "warning" ? 1 : 0;
  }
  Value saves() const {
    const Value value = column("saves_us").own[row];
    return value == kAbsent ? -1 : value;
  }
};

void AddFinding(const Found& found, Report& report) {
  const std::string key = fmt::format("{}", fmt::join(KeyOf(*found.section, found.row), "/"));
  const std::string& rule = found.section->view;
  std::vector<std::string> own_key = {rule};
  for (std::string& part : KeyOf(*found.section, found.row)) own_key.push_back(std::move(part));
  TableRow(report, found.section->rows[found.row].name, own_key)
      .Text(found.word("severity"))
      .Text(rule)
      .Text(found.word("subject"))
      .Text(found.word("text"))
      .Text(found.word("command"))
      .Number(found.column("saves_us").own[found.row]);
  report.rows.back().depth = 1;
  if (found.badness() == 0) return;  // their command shows the tables
  for (Report& evidence : found.section->sections) {
    if (evidence.view != key) continue;
    report.sections.push_back(std::move(evidence));
    report.sections.back().view = fmt::format("{}", fmt::join(own_key, "/"));
  }
}

void AddNote(const std::string& rule, const Note& note, Report& report) {
  TableRow(report, note.id, {rule, note.id})
      .Text("warning")
      .Text(rule)
      .Text("")
      .Text(note.text)
      .Text("")
      .Number(kAbsent);
  report.rows.back().depth = 1;
}

// What overview warns of, as one more rule of the advice. What it refers to a rule for is told
// there.
void AddVerdicts(const Report& overview, Report& advice) {
  const auto verdicts =
      std::find_if(overview.sections.begin(), overview.sections.end(),
                   [](const Report& section) { return section.view == "verdicts"; });
  if (verdicts == overview.sections.end()) return;
  const auto word = [&](std::string_view name, size_t row) -> const std::string& {
    const auto column =
        std::find_if(verdicts->columns.begin(), verdicts->columns.end(),
                     [&](const ReportColumn& column) { return column.name == name; });
    return column->words[row];
  };
  Report rule = StartTable("overview", "", "", FindingColumns());
  for (size_t row = 0; row < verdicts->rows.size(); ++row) {
    const std::string& command = word("command", row);
    if (word("severity", row) != "warning" || command.starts_with("advise")) continue;
    TableRow(rule, verdicts->rows[row].name)
        .Text("warning")
        .Text("")
        .Text(word("text", row))
        .Text(command)
        .Number(kAbsent);
  }
  advice.sections.push_back(std::move(rule));
}

// Rules that lack the same are told together, what most rules lack first.
void AddNotJudged(const Report& advice, Report& report) {
  std::vector<std::pair<std::string, std::vector<std::string>>> rules_by_text;
  for (const Report& section : advice.sections) {
    for (const Note& note : section.notes) {
      const auto same = std::find_if(rules_by_text.begin(), rules_by_text.end(),
                                     [&](const auto& one) { return one.first == note.text; });
      if (same == rules_by_text.end()) {
        rules_by_text.push_back({note.text, {section.view}});
      } else {
        same->second.push_back(section.view);
      }
    }
  }
  std::stable_sort(rules_by_text.begin(), rules_by_text.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  for (const auto& [text, rules] : rules_by_text) {
    report.notes.push_back(
        {"not_judged", Severity::kInfo, fmt::format("{}: {}", fmt::join(rules, ", "), text)});
  }
}

}  // namespace

Report SummaryPart(const Profile& profile) {
  Report report = EnvironmentSection(profile);
  report.view = "summary";
  report.title = "What was recorded";
  if (const std::string when = WhenRecorded(profile); !when.empty()) {
    TableRow(report, "time").Number(kAbsent).Text(when);
  }
  return report;
}

Report FindingsPart(Report advice, const Report* overview) {
  Report report = StartFindings();
  for (const Note& note : advice.notes) {
    if (note.severity == Severity::kWarning) AddNote("advise", note, report);
  }
  if (overview != nullptr) AddVerdicts(*overview, advice);
  std::vector<Found> all;
  for (Report& section : advice.sections) {
    for (size_t row = 0; row < section.rows.size(); ++row) all.push_back({&section, row});
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    return std::pair(a.badness(), a.saves()) > std::pair(b.badness(), b.saves());
  });
  for (const Found& found : all) AddFinding(found, report);
  AddNotJudged(advice, report);
  return report;
}

Report NoFindingsPart(std::string why) {
  Report report = StartFindings();
  if (!why.empty()) report.notes.push_back({"not_judged", Severity::kInfo, std::move(why)});
  return report;
}

absl::StatusOr<Report> UsePart(const Selected& selected) {
  Report report = StartTable(
      "use", "How much of the time processors and GPUs were used",
      "the GPU, or cpu: the mean of a node's cores",
      {
          TableColumn("node", kText, Unit::kNone, "node", "The host."),
          TableColumn("count", kNumber, Unit::kCount, "samples", "How often it was sampled."),
          TableColumn("mean", kReal, Unit::kPercent, "mean use", "The mean utilization."),
          TableColumn("fully", kReal, Unit::kShare, "90 % and more",
                      "The part of the samples with a utilization of 90 % and more."),
          TableColumn("partly", kReal, Unit::kShare, "10 to 90 %", "The part between these."),
          TableColumn("hardly", kReal, Unit::kShare, "below 10 %",
                      "The part of the samples with a utilization below 10 %."),
      });
  const auto visit = [&](const NodeUse& node) {
    for (const NodeUse::Gpu& gpu : node.gpus) AddUse(node.node, gpu.name, gpu.busy, report);
    AddUse(node.node, "cpu", node.cpu, report);
  };
  PROFILER_RETURN_IF_ERROR(VisitNodes(selected, visit));
  return report;
}

}  // namespace profiler
