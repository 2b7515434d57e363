#include "profiler/render/pretty/pretty_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "profiler/render/display.h"
#include "profiler/render/finding.h"
#include "profiler/render/pretty/grid.h"
#include "profiler/render/scaled.h"

namespace profiler {
namespace {

constexpr size_t kIndent = 2;

// What is left of the screen behind an indentation; on the narrowest there is none.
Screen Inside(Screen screen, size_t& indent) {
  if (indent + 20 > screen.width) indent = 0;
  screen.width -= indent;
  return screen;
}

void AppendSentences(std::string_view text, Style style, size_t indent, const Screen& screen,
                     std::string& out) {
  const Screen inside = Inside(screen, indent);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    std::string wrapped;
    AppendWrapped(line, style, inside, wrapped);
    AppendIndented(wrapped, indent, out);
  }
}

Style StyleOf(std::string_view severity) {
  if (severity == "error") return Style::kRed;
  return severity == "warning" ? Style::kYellow : Style::kPlain;
}

void AppendPrettyFinding(const ShownFinding& finding, const Screen& screen, const TableDrawer& draw,
                         std::string& out) {
  const size_t indent = kIndent * std::min<size_t>(finding.level, 8);
  AppendSentences(fmt::format("{}: {}", finding.severity, finding.text), StyleOf(finding.severity),
                  indent, screen, out);
  const size_t below = indent + kIndent;
  if (finding.saves != kAbsent) {
    AppendSentences("could save " + ScaledText(finding.saves, Unit::kMicros) + " per step",
                    Style::kPlain, below, screen, out);
  }
  if (!finding.rule.empty()) {
    AppendSentences(fmt::format("by {}", finding.rule), Style::kDim, below, screen, out);
  }
  if (!finding.command.empty()) {
    // To be copied: the terminal breaks it where it must.
    const std::string more = Printable(fmt::format("more: {}", finding.command), screen.unicode);
    AppendIndented(Styled(more, Style::kDim, screen), below, out);
  }
  for (const Report* evidence : finding.evidence) {
    size_t table_indent = below;
    const Screen inside = Inside(screen, table_indent);
    std::string table;
    draw(*evidence, inside, table);
    AppendIndented(table, table_indent, out);
  }
}

}  // namespace

void AppendPrettyFindings(const Report& section, const Screen& screen, const TableDrawer& draw,
                          std::string& out) {
  const Findings findings(section);
  for (size_t row = 0; row < section.rows.size(); ++row) {
    AppendPrettyFinding(findings.At(row), screen, draw, out);
  }
  for (const Note& note : section.notes) {
    AppendSentences("not judged: " + note.text, Style::kDim, 0, screen, out);
  }
  if (section.rows.empty() && section.notes.empty()) {
    AppendSentences("nothing found", Style::kDim, 0, screen, out);
  }
}

}  // namespace profiler
