#include "profiler/render/finding.h"

#include <fmt/format.h>

#include <string>

namespace profiler {

ShownFinding FindingAt(const Report& section, size_t row) {
  ShownFinding finding;
  finding.level = static_cast<size_t>(section.rows[row].depth);
  for (const ReportColumn& column : section.columns) {
    const std::string_view word =
        row < column.words.size() ? std::string_view(column.words[row]) : std::string_view();
    if (column.name == "severity") finding.severity = word;
    if (column.name == "text") finding.text = word;
    if (column.name == "command") finding.command = word;
    if (column.name == "saves_us" && row < column.own.size()) finding.saves = column.own[row];
  }
  const std::string key = fmt::format("{}", fmt::join(KeyOf(section, row), "/"));
  for (const Report& evidence : section.sections) {
    if (evidence.view == key) finding.evidence.push_back(&evidence);
  }
  return finding;
}

}  // namespace profiler
