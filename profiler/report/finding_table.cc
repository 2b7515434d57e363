#include "profiler/report/finding_table.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "profiler/report/finding_columns.h"

namespace profiler {
namespace {

using C = ColumnOf<Finding>;

C SeverityColumn() {
  return C::Text("severity", "severity", "How bad it is: info, warning or error.",
                 [](const Finding& finding) { return Name(finding.severity); });
}

std::vector<C> OtherColumns() {
  return {
      C::Text("subject", "subject", "What it is about: a device, an op, a link ...",
              &Finding::subject),
      C::Text("text", "finding", "What was found.", &Finding::text),
      C::Text("command", "more", "The command that shows more.", &Finding::command),
      C::Number("saves_us", Unit::kMicros, "could save",
                "Time per step that acting on it could save, where docs/advice.md derives it.",
                &Finding::saves),
      C::Text("input_class", "input class",
              "How far input limits a step: not, perhaps, moderately, highly or unknown. Only in "
              "findings of InputChecker.",
              &Finding::input_class),
  };
}

std::vector<std::string> KeyOf(const Finding& finding) {
  std::vector<std::string> key = {finding.id};
  if (!finding.rule.empty()) key.insert(key.begin(), finding.rule);
  if (!finding.subject.empty()) key.push_back(finding.subject);
  return key;
}

// Makes the keys of rows with equal names, such as steps of several runs, unique by a number.
void MakeKeysUnique(Report& table) {
  std::map<std::vector<std::string>, int> seen;
  for (Row& row : table.rows) {
    const int times = ++seen[row.key];
    if (times > 1) row.key.push_back(fmt::format("#{}", times));
  }
}

}  // namespace

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
  for (const Finding& finding : report.findings) {
    const std::vector<std::string> key = KeyOf(finding);
    AppendRow(columns, finding.id, key, finding, table);
    for (const Report& evidence : finding.evidence) {
      Report& section = table.sections.emplace_back(evidence);
      section.view = fmt::format("{}", fmt::join(key, "/"));
      MakeKeysUnique(section);
    }
  }
  return table;
}

std::vector<const Report*> ShownEvidence(const Report& report, const Finding& finding) {
  std::vector<const Report*> shown;
  for (const Finding& other : report.findings) {
    if (other.rule != finding.rule || other.id != finding.id || other.subject != finding.subject) {
      continue;
    }
    for (const Report& evidence : other.evidence) shown.push_back(&evidence);
  }
  return shown;
}

}  // namespace profiler
