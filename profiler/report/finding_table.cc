#include "profiler/report/finding_table.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "profiler/base/int128.h"
#include "profiler/base/text/unique_keys.h"
#include "profiler/report/finding_columns.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

using C = ColumnOf<Finding>;

C SeverityColumn() {
  return C::Text("severity", "severity", "How bad it is: info, warning or error.",
                 [](const Finding& finding) { return Name(finding.severity); });
}

std::vector<C> OtherColumns() {
  return Concat<Finding>({
      C::Text("subject", "subject", "What it is about: a device, an op, a link ...",
              &Finding::subject),
      FindingPlaceColumns(),
      C::Text("text", "finding", "What was found.", &Finding::text),
      C::Text("command", "more", "The command that shows more.", &Finding::command),
      C::Number("saves_us", Unit::kMicros, "could save",
                "Time per step that acting on it could save, where docs/advice.md derives it.",
                &Finding::saves),
      C::Text("input_class", "input class",
              "How far input limits a step: not, perhaps, moderately, highly or unknown. Only in "
              "findings of InputChecker.",
              &Finding::input_class)
          .Optional(),
  });
}

std::vector<std::string> KeyOf(const Finding& finding) {
  std::vector<std::string> key = {finding.id};
  if (!finding.rule.empty()) key.insert(key.begin(), finding.rule);
  if (!finding.subject.empty()) key.push_back(finding.subject);
  FindingPlace place = finding.place;  // a file may be moved, and a rank or host identifies it
  if (place.rank != kAbsent || !place.host.empty()) place.source.clear();
  const std::string text = PlaceText(place);
  if (!text.empty() && text != finding.subject) key.push_back(text);
  return key;
}

// In the order in which a user should look at them.
enum class Urgency : uint8_t { kError, kWarning, kMainFact, kInputClass, kVariation, kFact };

Urgency UrgencyOf(const Finding& finding) {
  constexpr double kMain = 0.5;  // what most of the time is
  switch (finding.severity) {
    case Severity::kError:
      return Urgency::kError;
    case Severity::kWarning:
      return finding.lacks_cause ? Urgency::kVariation : Urgency::kWarning;
    case Severity::kInfo:
      break;
  }
  if (finding.share >= kMain) return Urgency::kMainFact;
  return finding.input_class.empty() ? Urgency::kFact : Urgency::kInputClass;
}

void MakeKeysUnique(Report& table) {
  UniqueKeys keys;
  for (Row& row : table.rows) row.key = keys.Of(std::move(row.key));
}

}  // namespace

bool IsWorse(const Finding& a, const Finding& b) {
  const Urgency urgency = UrgencyOf(a);
  if (urgency != UrgencyOf(b)) return urgency < UrgencyOf(b);
  if (a.severity == Severity::kInfo) return a.share > b.share;
  if (a.stops_job != b.stops_job) return a.stops_job;
  const auto saves_much = [](const Finding& one) {
    constexpr double kMuch = 0.1;
    return one.saves != kAbsent && one.share >= kMuch;
  };
  if (saves_much(a) != saves_much(b)) return saves_much(a);
  const auto saved_micros = [&](const Finding& one) {
    return saves_much(one) ? (one.saves + kPicosPerMicro / 2) / kPicosPerMicro : Value{0};
  };
  if (saved_micros(a) != saved_micros(b)) return saved_micros(a) > saved_micros(b);
  return a.share > b.share;
}

std::string PlaceText(const FindingPlace& place) {
  std::string text =
      place.rank == kAbsent ? place.host : fmt::format("rank {}", static_cast<int64_t>(place.rank));
  if (place.rank != kAbsent && !place.host.empty()) text += " on " + place.host;
  if (!text.empty() && !place.source.empty()) text += ", ";
  return text + place.source;
}

std::vector<ColumnOf<Finding>> FindingPlaceColumns() {
  return {
      C::Number("rank", Unit::kNone, "rank",
                "The rank that it is about; there where several recordings are open.",
                [](const Finding& finding) { return finding.place.rank; })
          .Optional(),
      C::Text("host", "host", "The host that it is about; there where several are open.",
              [](const Finding& finding) { return finding.place.host; })
          .Optional(),
      C::Text("source", "file", "The file that it is about; there where several are open.",
              [](const Finding& finding) { return finding.place.source; })
          .As(ColumnRole::kPath)
          .Optional(),
  };
}

const FindingColumns& RuleFindingColumns() {
  static const FindingColumns kColumns = {Concat<Finding>({{SeverityColumn()}, OtherColumns()})};
  return kColumns;
}

const FindingColumns& AllFindingColumns() {
  static const FindingColumns kColumns = {Concat<Finding>(
      {{SeverityColumn(), C::Text("rule", "rule", "Which rule found it.", &Finding::rule)},
       OtherColumns()})};
  return kColumns;
}

std::string SentenceOf(const Note& note) {
  return note.id == kNotJudged ? "not judged: " + note.text : note.text;
}

Report FindingsTable(const Report& report) {
  const auto& columns =
      (report.finding_columns == nullptr ? RuleFindingColumns() : *report.finding_columns).columns;
  Report table;
  table.view = report.view;
  table.title = report.title;
  table.description = report.description;
  table.shape = Shape::kTable;
  table.notes = report.notes;
  table.columns = Headers(columns);
  UniqueKeys keys;
  for (const Finding& finding : report.findings) {
    const std::vector<std::string> key = keys.Of(KeyOf(finding));
    AppendRow(columns, finding.id, key, finding, table);
    for (const Report& evidence : finding.evidence) {
      Report& section = table.sections.emplace_back(evidence);
      section.view = fmt::format("{}", fmt::join(key, "/"));
      MakeKeysUnique(section);
    }
  }
  if (!report.findings.empty()) DropEmptyColumns(table);
  return table;
}

std::vector<const Report*> ShownEvidence(const Report& report, const Finding& finding) {
  std::vector<const Report*> shown;
  for (const Report& evidence : finding.evidence) shown.push_back(&evidence);
  if (!shown.empty()) return shown;
  for (const Finding& other : report.findings) {
    if (other.rule != finding.rule || other.id != finding.id) continue;
    if (other.subject != finding.subject || other.place != finding.place) continue;
    for (const Report& evidence : other.evidence) shown.push_back(&evidence);
  }
  return shown;
}

}  // namespace profiler
