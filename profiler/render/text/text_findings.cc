#include "profiler/render/text/text_findings.h"

#include <fmt/format.h>

#include <string_view>

#include "profiler/render/display.h"
#include "profiler/render/text/text_table.h"
#include "profiler/report/finding_table.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

void AppendTextFinding(const Report& section, const Finding& finding, std::string& out) {
  const size_t indent = 2 * static_cast<size_t>(finding.level);
  AppendIndented(finding.text, indent, out);
  std::string more(Name(finding.severity));
  if (!finding.rule.empty()) more += fmt::format(" by {}", finding.rule);
  if (!finding.place.empty()) more += "; " + PlaceText(finding.place);
  if (!finding.command.empty()) more += fmt::format("; more: {}", finding.command);
  if (finding.saves != kAbsent) {
    more += fmt::format("; could save up to {} per step", ScaledText(finding.saves, Unit::kMicros));
  }
  AppendIndented(more, indent + 2, out);
  for (const Report* evidence : ShownEvidence(section, finding)) {
    std::string table;
    AppendTextTable(*evidence, table);
    AppendIndented(table, indent + 4, out);
  }
}

}  // namespace

void AppendTextFindings(const Report& section, std::string& out) {
  out += fmt::format("\n{}:\n", section.title);
  for (const Finding& finding : section.findings) AppendTextFinding(section, finding, out);
  for (const Note& note : section.notes) AppendIndented(SentenceOf(note), 2, out);
  if (section.findings.empty() && section.notes.empty()) out += "  nothing found\n";
}

}  // namespace profiler
