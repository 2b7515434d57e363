#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string>

#include "profiler/render/folded.h"
#include "profiler/render/render.h"
#include "profiler/render/text/text_findings.h"
#include "profiler/render/text/text_rank.h"
#include "profiler/render/text/text_table.h"
#include "profiler/render/text/text_tree.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// tfprof's message.
constexpr char kMissesStream[] =
    "\n\nFound accelerator operation but misses accelerator stream stats!\n\n"
    "It's likely a gpu tracing issue rather than tf-profiler issue.\n"
    "If you found your operation missing accelerator time, consider to post to "
    "discuss@tensorflow.org!\n\n";

void AppendDoc(const Report& report, std::string& out) {
  fmt::format_to(std::back_inserter(out), "\nDoc:\n{}\n{}\n\nProfile:\n", report.description,
                 fmt::join(report.doc, "\n"));
}

void AppendLegend(const Report& report, std::string& out) {
  out += "node name | ";
  bool first = true;
  for (const ReportColumn& column : report.columns) {
    if (column.title.empty()) continue;
    if (!first) out += " | ";
    out += column.title;
    first = false;
  }
  out += '\n';
}

void AppendValuesAre(const Report& table, const RenderContext& context, std::string& out) {
  if (!context.says_values || table.values_are.empty() || table.rows.empty()) return;
  fmt::format_to(std::back_inserter(out), "({})\n", table.values_are);
}

// With a line in place of the rows that forms for people fold.
void AppendFoldedTable(const Report& table, const RenderContext& context, std::string& out) {
  if (!table.folded.empty()) {
    const Report shown = WithoutFolded(table);
    if (!shown.rows.empty()) AppendTextTable(shown, out);
    out += table.folded + '\n';
  } else if (const std::optional<FoldedZeros> folded = FoldZeros(table)) {
    AppendTextTable(folded->table, out);
    out += folded->line + '\n';
  } else {
    AppendTextTable(table, out);
  }
  AppendValuesAre(table, context, out);
}

std::string RenderSections(const Report& report, const RenderContext& context) {
  std::string out;
  for (const std::string& sentence : report.summary) out += sentence + '\n';
  if (HasOwnTable(report)) AppendFoldedTable(report, context, out);
  const BareSections bare(report);
  for (const Report& section : report.sections) {
    if (section.shape == Shape::kFindings) {
      if (!bare.Folds(section)) AppendTextFindings(section, out);
      continue;
    }
    if (!out.empty()) out += '\n';
    out += section.title + '\n';
    AppendFoldedTable(section, context, out);
  }
  if (!bare.empty()) out += fmt::format("\n{}\n", fmt::join(bare.lines(), "\n"));
  return out;
}

std::string RenderText(const Report& report, const RenderContext& context) {
  std::string out;
  if (!report.sections.empty()) return RenderSections(report, context);
  if (report.shape == Shape::kTable) {
    for (const std::string& sentence : report.summary) out += sentence + '\n';
    AppendFoldedTable(report, context, out);
    return out;
  }
  if (report.misses_accelerator_stream && report.absent_as_zero) out += kMissesStream;
  AppendDoc(report, out);
  if (report.shape != Shape::kTree && report.no_ops) {
    AppendTextRankOfNoOps(report, out);
    return out;
  }
  AppendLegend(report, out);
  if (report.shape == Shape::kTree) {
    AppendTextTree(report, context, out);
  } else {
    AppendTextRank(report, out);
  }
  if (!report.absent_as_zero) AppendValuesAre(report, context, out);
  return out;
}

std::string RenderTextFiles(const FilesReport& report, const RenderContext&) {
  return report.banner + '\n';
}

}  // namespace

// The format of tfprof's text. It is equal byte for byte wherever tfprof can show the answer.
extern const Renderer kTextRenderer = {
    .name = "text",
    .render = RenderText,
    .render_files = RenderTextFiles,
    .leaves_out_folded = true,
};

}  // namespace profiler
