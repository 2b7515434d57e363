#include "profiler/render/text_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "profiler/render/text_table.h"
#include "profiler/report/format_value.h"

namespace profiler {
namespace {

const ReportColumn& Column(const Report& section, std::string_view name) {
  for (const ReportColumn& column : section.columns) {
    if (column.name == name) return column;
  }
  static const ReportColumn kNone;
  return kNone;
}

std::string_view Word(const Report& section, std::string_view name, size_t row) {
  const auto& words = Column(section, name).words;
  return row < words.size() ? std::string_view(words[row]) : "";
}

void AppendIndented(std::string_view text, size_t indent, std::string& out) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.empty()) out.append(indent, ' ').append(line);
    out += '\n';
  }
}

void AppendFinding(const Report& section, size_t row, std::string& out) {
  const size_t indent = 2 * static_cast<size_t>(section.rows[row].depth);
  AppendIndented(Word(section, "text", row), indent, out);
  std::string more(Word(section, "severity", row));
  if (const auto command = Word(section, "command", row); !command.empty()) {
    more += fmt::format("; more: {}", command);
  }
  const auto& saves = Column(section, "saves_us").own;
  if (row < saves.size() && saves[row] != kAbsent) {
    more += fmt::format("; could save {} per step", FormatValue(saves[row], Unit::kMicros));
  }
  AppendIndented(more, indent + 2, out);
  const std::string key = fmt::format("{}", fmt::join(KeyOf(section, row), "/"));
  for (const Report& evidence : section.sections) {
    if (evidence.view != key) continue;
    std::string table;
    AppendTextTable(evidence, table);
    AppendIndented(table, indent + 4, out);
  }
}

}  // namespace

void AppendTextFindings(const Report& section, std::string& out) {
  out += fmt::format("\n{}:\n", section.title);
  for (size_t row = 0; row < section.rows.size(); ++row) AppendFinding(section, row, out);
  for (const Note& note : section.notes) AppendIndented("not judged: " + note.text, 2, out);
  if (section.rows.empty() && section.notes.empty()) out += "  nothing found\n";
}

}  // namespace profiler
