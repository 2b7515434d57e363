#include "profiler/render/finding.h"

#include <fmt/format.h>

#include <string>

namespace profiler {

Findings::Findings(const Report& section) : section_(section) {
  for (const Report& evidence : section.sections) evidence_[evidence.view].push_back(&evidence);
}

ShownFinding Findings::At(size_t row) const {
  ShownFinding finding;
  finding.level = static_cast<size_t>(section_.rows[row].depth);
  for (const ReportColumn& column : section_.columns) {
    const std::string_view word =
        row < column.words.size() ? std::string_view(column.words[row]) : std::string_view();
    if (column.name == "severity") finding.severity = word;
    if (column.name == "rule") finding.rule = word;
    if (column.name == "text") finding.text = word;
    if (column.name == "command") finding.command = word;
    if (column.name == "saves_us" && row < column.own.size()) finding.saves = column.own[row];
  }
  const std::string key = fmt::format("{}", fmt::join(KeyOf(section_, row), "/"));
  const auto evidence = evidence_.find(key);
  if (evidence != evidence_.end()) finding.evidence = evidence->second;
  return finding;
}

}  // namespace profiler
