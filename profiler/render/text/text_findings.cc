#include "profiler/render/text/text_findings.h"

#include <fmt/format.h>

#include <string_view>

#include "profiler/render/display.h"
#include "profiler/render/finding.h"
#include "profiler/render/text/text_table.h"
#include "profiler/report/format_value.h"

namespace profiler {
namespace {

void AppendTextFinding(const ShownFinding& finding, std::string& out) {
  const size_t indent = 2 * finding.level;
  AppendIndented(finding.text, indent, out);
  std::string more(finding.severity);
  if (!finding.rule.empty()) more += fmt::format(" by {}", finding.rule);
  if (!finding.command.empty()) more += fmt::format("; more: {}", finding.command);
  if (finding.saves != kAbsent) {
    more += fmt::format("; could save {} per step", FormatValue(finding.saves, Unit::kMicros));
  }
  AppendIndented(more, indent + 2, out);
  for (const Report* evidence : finding.evidence) {
    std::string table;
    AppendTextTable(*evidence, table);
    AppendIndented(table, indent + 4, out);
  }
}

}  // namespace

void AppendTextFindings(const Report& section, std::string& out) {
  out += fmt::format("\n{}:\n", section.title);
  const Findings findings(section);
  for (size_t row = 0; row < section.rows.size(); ++row) AppendTextFinding(findings.At(row), out);
  for (const Note& note : section.notes) AppendIndented("not judged: " + note.text, 2, out);
  if (section.rows.empty() && section.notes.empty()) out += "  nothing found\n";
}

}  // namespace profiler
