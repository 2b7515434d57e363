#include "profiler/render/markdown/markdown_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/base/text/utf8.h"
#include "profiler/render/column_text.h"
#include "profiler/render/display.h"
#include "profiler/render/markdown/markdown_text.h"
#include "profiler/render/text/text_table.h"
#include "profiler/report/finding_table.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// The maximum width of a cell: kernel names and paths may be wider than a page.
constexpr size_t kLongestCell = 80;

std::string Escaped(std::string_view text) {
  std::string out;
  AppendMarkdownText(ValidUtf8(text), out);
  return out;
}

std::string Cell(std::string_view text) {
  return Escaped(CutMiddle(Printable(text, /*unicode=*/true), kLongestCell, true));
}

void AppendFindingItem(const Finding& finding, std::string& out) {
  out += fmt::format("- **{}**", Name(finding.severity));
  if (!finding.rule.empty()) out += fmt::format(" ({})", Escaped(finding.rule));
  std::string text(finding.text);
  std::replace(text.begin(), text.end(), '\n', ' ');
  out += fmt::format(": {}.", Escaped(text));
  if (finding.saves != kAbsent) {
    out += fmt::format(" Could save {} per step.", ScaledText(finding.saves, Unit::kMicros));
  }
  if (!finding.place.empty()) out += fmt::format(" ({})", Escaped(PlaceText(finding.place)));
  if (!finding.command.empty()) out += fmt::format(" More: {}", MarkdownCode(finding.command));
  out += '\n';
}

void AppendFindings(const Report& section, std::string& out) {
  bool are_facts = false;
  for (const Finding& finding : section.findings) {
    if (finding.severity == Severity::kInfo && !are_facts) {
      are_facts = true;
      out += &finding == &section.findings.front()
                 ? "Nothing to change was found. Good to know:\n\n"
                 : "\nGood to know:\n\n";
    }
    AppendFindingItem(finding, out);
  }
  if (section.findings.empty() && section.notes.empty()) out += "Nothing was found.\n";
  if (section.notes.empty()) return;
  const auto is_lack = [](const Note& note) { return note.id == kNotJudged; };
  if (!section.findings.empty()) out += '\n';
  if (std::all_of(section.notes.begin(), section.notes.end(), is_lack)) out += "Not judged:\n\n";
  for (const Note& note : section.notes) out += fmt::format("- {}\n", Escaped(note.text));
}

void AppendParts(const std::vector<Report>& parts, size_t level, std::string& out) {
  for (const Report& part : parts) {
    out += fmt::format("\n{} {}\n\n", std::string(level, '#'),
                       Escaped(part.title.empty() ? part.view : part.title));
    if (part.shape == Shape::kFindings) {
      AppendFindings(part, out);
      continue;
    }
    if (part.folded.empty()) {
      AppendMarkdownTable(part, out);
    } else {
      const Report shown = WithoutFolded(part);
      if (!shown.rows.empty()) AppendMarkdownTable(shown, out);
      out += fmt::format("\n*{}*\n", Escaped(part.folded));
    }
    AppendParts(part.sections, level + 1, out);
  }
}

}  // namespace

std::string MarkdownLine(std::string_view text) { return Escaped(text); }

// The text as inline code, between runs of backticks that are longer than any run in the text.
std::string MarkdownCode(std::string_view text) {
  size_t most = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    most = std::max(most, run);
  }
  const std::string fence(most + 1, '`');
  const std::string_view blank = most > 0 ? " " : "";
  return fmt::format("{0}{1}{2}{1}{0}", fence, blank, Printable(text, /*unicode=*/true));
}

void AppendMarkdownTable(const Report& table, std::string& out) {
  out += "| name |";
  std::string rule = "| --- |";
  for (const ReportColumn& column : table.columns) {
    out += fmt::format(" {} |", Escaped(TitleOf(column)));
    rule += IsNumeric(column) ? " ---: |" : " --- |";
  }
  out += '\n' + rule + '\n';
  std::vector<ColumnText> texts;
  for (const ReportColumn& column : table.columns) texts.emplace_back(table, column);
  for (size_t row = 0; row < table.rows.size(); ++row) {
    out += fmt::format("| {} |", Cell(IndentedName(table.rows[row], /*unicode=*/true)));
    for (const ColumnText& text : texts) out += fmt::format(" {} |", Cell(text(row)));
    out += '\n';
  }
  if (table.hidden_rows > 0) {
    out += fmt::format("\n*and {} more: {}*\n", table.hidden_rows, Escaped(table.hidden_reason));
  }
  if (!table.values_are.empty()) out += fmt::format("\n*{}*\n", Escaped(table.values_are));
}

std::string RenderMarkdownDocument(const Report& report) {
  std::string out = fmt::format("# {}\n", Escaped(report.title));
  for (const std::string& sentence : report.summary) {
    const std::string_view mark = &sentence == &report.summary.front() ? "**" : "";
    out += fmt::format("\n{0}{1}{0}\n", mark, Escaped(sentence));
  }
  AppendParts(report.sections, 2, out);
  return out;
}

}  // namespace profiler
