#include "profiler/render/markdown/markdown_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/render/markdown/markdown_document.h"
#include "profiler/render/verdicts/judgement.h"

namespace profiler {
namespace {

void AppendBroken(const CheckResult& result, std::string& out) {
  out += fmt::format("- **{}**{} {}: {}.", result.word(),
                     result.severity == Severity::kWarning ? " (warning)" : "",
                     MarkdownLine(result.name),
                     MarkdownLine(result.is_judged() ? CheckText(result) : result.reason));
  if (!result.why.empty()) out += fmt::format(" {}", MarkdownLine(result.why));
  if (!result.owner.empty()) out += fmt::format(" Owner: {}.", MarkdownLine(result.owner));
  if (!result.command.empty()) out += fmt::format(" More: {}", MarkdownCode(result.command));
  out += '\n';
}

}  // namespace

std::string RenderMarkdownChecks(const Report& report) {
  std::string out = fmt::format("### {}\n\n", MarkdownLine(SumUp(report)));
  for (const CheckResult& result : report.checks) {
    if (result.status != CheckStatus::kOk) AppendBroken(result, out);
  }
  const auto is_warning = [](const Note& note) { return note.severity == Severity::kWarning; };
  for (const Note& note : report.notes) {
    if (is_warning(note)) out += fmt::format("- **note** {}\n", MarkdownLine(note.text));
  }
  const bool has_list = report.checks.front().status != CheckStatus::kOk ||
                        std::any_of(report.notes.begin(), report.notes.end(), is_warning);
  if (has_list) out += '\n';
  Report table = report;
  std::erase_if(table.columns, [](const ReportColumn& column) { return column.repeats_name; });
  out += fmt::format("<details><summary>All requirements ({})</summary>\n\n", report.checks.size());
  AppendMarkdownTable(table, out);
  out += "\n</details>\n";
  std::vector<Note> notes = report.notes;
  std::erase_if(notes, is_warning);
  if (notes.empty()) return out;
  out += "\n<details><summary>Notes</summary>\n\n";
  for (const Note& note : notes) out += fmt::format("- {}\n", MarkdownLine(note.text));
  return out + "\n</details>\n";
}

}  // namespace profiler
