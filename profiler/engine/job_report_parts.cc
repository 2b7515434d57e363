#include "profiler/engine/job_report_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/time/recorded_span.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/base/utc_time.h"
#include "profiler/report/column.h"
#include "profiler/report/finding_columns.h"
#include "profiler/report/finding_table.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"
#include "profiler/views/overview/overview_run.h"

namespace profiler {
namespace {

using enum ColumnType;

bool HasWallClock(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.epoch_ns != kUnknown; });
}

// Text such as "959.00sec, from 2023-11-15T14:53:35.000000000Z"; empty if no event has a time.
std::string WhenRecorded(const Profile& profile) {
  const WallSpan span = RecordedSpan(profile);
  if (span.span() == kAbsent) return "";
  std::string text = ScaledText(span.span(), Unit::kMicros);
  if (!HasWallClock(profile)) return text;
  const Value nanos = span.begin() / kPicosPerNano;
  const bool fits = nanos == static_cast<int64_t>(nanos);
  return text + (fits ? ", from " + UtcTime(static_cast<int64_t>(nanos)) : "");
}

// Bins of utilization, as in SageMaker's profiler report; a boundary belongs to the upper bin.
constexpr double kFully = 90, kHardly = 10;

// The number of samples in each bin of utilization.
struct UseRow {
  std::string node, name;
  size_t count = 0, fully = 0, hardly = 0;
  double sum = 0;

  UseRow(std::string of_node, std::string_view of, const std::vector<double>& values)
      : node(std::move(of_node)), name(of) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      ++count;
      sum += value;
      fully += value >= kFully ? 1 : 0;
      hardly += value < kHardly ? 1 : 0;
    }
  }
  double Share(size_t part) const { return static_cast<double>(part) / static_cast<double>(count); }
};

const std::vector<ColumnOf<UseRow>>& UseColumns() {
  using C = ColumnOf<UseRow>;
  using Row = const UseRow&;
  static const std::vector<C> kColumns = {
      C::Text("node", "node", "The host.", &UseRow::node),
      C::Number("count", Unit::kCount, "samples", "How often it was sampled.", &UseRow::count),
      C::Real("mean", Unit::kPercent, "mean use", "The mean utilization.",
              [](Row row) { return row.sum / static_cast<double>(row.count); }),
      C::Real("fully", Unit::kShare, "90 % and more",
              "The part of the samples with a utilization of 90 % and more.",
              [](Row row) { return row.Share(row.fully); }),
      C::Real("partly", Unit::kShare, "10 to 90 %", "The part between these.",
              [](Row row) { return row.Share(row.count - row.fully - row.hardly); }),
      C::Real("hardly", Unit::kShare, "below 10 %",
              "The part of the samples with a utilization below 10 %.",
              [](Row row) { return row.Share(row.hardly); }),
  };
  return kColumns;
}

Report StartFindings() {
  Report report = StartTable("findings", "What to change first", "what was found, in one word", {});
  report.shape = Shape::kFindings;
  report.finding_columns = &AllFindingColumns();
  return report;
}

// `least` is the level of the rule's outermost findings.
void AddFinding(const std::string& rule, Finding finding, int32_t least, Report& report) {
  finding.rule = rule;
  finding.level += 1 - least;
  report.findings.push_back(std::move(finding));
}

void AddFindings(Report& section, Report& report) {
  int32_t least = std::numeric_limits<int32_t>::max();
  for (const Finding& finding : section.findings) least = std::min(least, finding.level);
  for (Finding& finding : section.findings) {
    AddFinding(section.view, std::move(finding), least, report);
  }
}

void AddWarning(const Note& note, Report& report) {
  Finding finding;
  finding.id = note.id;
  finding.severity = Severity::kWarning;
  finding.text = note.text;
  const int32_t level = finding.level;
  AddFinding("advise", std::move(finding), level, report);
}

// Adds the warnings of overview, except those of rules, which are findings already.
void AddVerdicts(Report overview, Report& report) {
  for (Report& section : overview.sections) {
    for (Finding& verdict : section.findings) {
      if (verdict.severity == Severity::kInfo || !verdict.rule.empty()) continue;
      const int32_t level = verdict.level;
      AddFinding(overview.view, std::move(verdict), level, report);
    }
  }
}

// Moves the evidence of findings with equal keys to the first of them: devices on several hosts may
// have one name. Findings of severity info lose theirs, because their commands show the tables.
void GatherEvidence(Report& report) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, Finding*> first_of;
  for (Finding& finding : report.findings) {
    if (finding.severity == Severity::kInfo) {
      finding.evidence.clear();
      continue;
    }
    const auto [first, is_new] = first_of.try_emplace(
        {finding.rule, finding.id, finding.subject, PlaceText(finding.place)}, &finding);
    if (is_new) continue;
    for (Report& table : finding.evidence) {
      first->second->evidence.push_back(std::move(table));
    }
    finding.evidence.clear();
  }
}

// Adds a note per reason for not judging, with all rules that have this reason; reasons with more
// rules come first.
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
    report.notes.push_back({std::string(kNotJudged), Severity::kInfo,
                            fmt::format("{}: {}", fmt::join(rules, ", "), text)});
  }
}

}  // namespace

Report SummaryPart(const Profile& profile) {
  std::vector<EnvironmentRow> rows = EnvironmentOf(profile);
  if (std::string when = WhenRecorded(profile); !when.empty()) {
    rows.push_back({"time", kAbsent, std::move(when)});
  }
  Report report = EnvironmentTable(rows);
  report.view = "summary";
  report.title = "What was recorded";
  return report;
}

Report FindingsPart(Report advice, Report overview) {
  Report report = StartFindings();
  for (const Note& note : advice.notes) {
    if (note.severity == Severity::kWarning) AddWarning(note, report);
  }
  const auto first = static_cast<ptrdiff_t>(report.findings.size());
  for (Report& section : advice.sections) AddFindings(section, report);
  AddVerdicts(std::move(overview), report);
  std::stable_sort(report.findings.begin() + first, report.findings.end(), IsWorse);
  GatherEvidence(report);
  AddNotJudged(advice, report);
  return report;
}

Report NoFindingsPart(std::string why) {
  Report report = StartFindings();
  if (!why.empty())
    report.notes.push_back({std::string(kNotJudged), Severity::kInfo, std::move(why)});
  return report;
}

absl::StatusOr<Report> UsePart(const Selected& selected) {
  Report report = StartTable("use", "How much of the time processors and GPUs were used",
                             "the GPU, or cpu: the mean of a node's cores", Headers(UseColumns()));
  const auto add = [&](const UseRow& row) {
    if (row.count > 0) AppendRow(UseColumns(), row.name, {row.node, row.name}, row, report);
  };
  const auto visit = [&](const NodeUse& node) {
    for (const NodeUse::Gpu& gpu : node.gpus) add({node.node, gpu.name, gpu.busy});
    add({node.node, "cpu", node.cpu});
  };
  PROFILER_RETURN_IF_ERROR(VisitNodes(selected, visit));
  return report;
}

}  // namespace profiler
