#include "profiler/render/pretty/pretty_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "profiler/render/display.h"
#include "profiler/render/pretty/grid.h"
#include "profiler/report/finding_table.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr size_t kIndent = 2, kMostLevels = 8;

// The screen narrowed by `indent`, which is set to 0 if the screen is too narrow.
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

Style StyleOf(Severity severity) {
  if (severity == Severity::kError) return Style::kRed;
  return severity == Severity::kWarning ? Style::kYellow : Style::kPlain;
}

void AppendPrettyFinding(const Report& section, const Finding& finding, const Screen& screen,
                         const TableDrawer& draw, std::string& out) {
  const size_t indent = kIndent * std::min(static_cast<size_t>(finding.level), kMostLevels);
  AppendSentences(fmt::format("{}: {}", Name(finding.severity), finding.text),
                  StyleOf(finding.severity), indent, screen, out);
  const size_t below = indent + kIndent;
  if (finding.saves != kAbsent) {
    AppendSentences("could save up to " + ScaledText(finding.saves, Unit::kMicros) + " per step",
                    Style::kPlain, below, screen, out);
  }
  if (!finding.rule.empty()) {
    AppendSentences(fmt::format("by {}", finding.rule), Style::kDim, below, screen, out);
  }
  if (!finding.place.empty()) {
    AppendSentences(PlaceText(finding.place), Style::kDim, below, screen, out);
  }
  if (!finding.command.empty()) {
    // Not wrapped, because people copy it.
    const std::string more = Printable(fmt::format("more: {}", finding.command), screen.unicode);
    AppendIndented(Styled(more, Style::kDim, screen), below, out);
  }
  for (const Report* evidence : ShownEvidence(section, finding)) {
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
  for (const Finding& finding : section.findings)
    AppendPrettyFinding(section, finding, screen, draw, out);
  for (const Note& note : section.notes) {
    AppendSentences(SentenceOf(note), Style::kDim, 0, screen, out);
  }
  if (section.findings.empty() && section.notes.empty()) {
    AppendSentences("nothing found", Style::kDim, 0, screen, out);
  }
}

}  // namespace profiler
