#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/render/display.h"
#include "profiler/render/folded.h"
#include "profiler/render/pretty/grid.h"
#include "profiler/render/pretty/pretty_columns.h"
#include "profiler/render/pretty/pretty_findings.h"
#include "profiler/render/pretty/pretty_table.h"
#include "profiler/render/pretty/roof_drawing.h"
#include "profiler/render/render.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

std::string RenderPretty(const Report& report, const RenderContext& context) {
  const auto draw = [&](const Report& table, const Screen& screen, std::string& out) {
    if (table.folded.empty()) return AppendPrettyTable(table, context, screen, out);
    AppendPrettyTable(WithoutFolded(table), context, screen, out);
  };
  std::string out;
  for (const std::string& sentence : report.summary) {
    const bool is_first = &sentence == &report.summary.front();
    AppendWrapped(sentence, is_first ? Style::kBold : Style::kPlain, context.screen, out);
  }
  if (HasOwnTable(report)) draw(report, context.screen, out);
  AppendRoofChart(report, context.screen, out);
  const BareSections bare(report);
  for (const Report& section : report.sections) {
    if (bare.Folds(section)) continue;
    if (!out.empty()) out += '\n';
    AppendWrapped(section.title, Style::kBold, context.screen, out);
    if (section.shape == Shape::kFindings) {
      AppendPrettyFindings(section, context.screen, draw, out);
    } else if (const std::optional<FoldedZeros> folded = FoldZeros(section)) {
      draw(folded->table, context.screen, out);
      AppendWrapped(folded->line, Style::kDim, context.screen, out);
    } else {
      draw(section, context.screen, out);
    }
  }
  if (!bare.empty() && !out.empty()) out += '\n';
  for (const std::string& line : bare.lines()) {
    AppendWrapped(line, Style::kDim, context.screen, out);
  }
  return out;
}

std::string RenderPrettyFiles(const FilesReport& report, const RenderContext& context) {
  const Screen& screen = context.screen;
  std::vector<GridCell> paths, sizes;
  for (const FilesReport::File& file : report.files) {
    paths.push_back({Printable(file.path, screen.unicode)});
    sizes.push_back({ScaledText(static_cast<Value>(file.bytes), Unit::kBytes)});
  }
  GridColumn path = CellsColumn("file", false, std::move(paths), LeastNameWidth(screen));
  path.is_name = true;
  std::string out;
  AppendWrapped(report.banner, Style::kPlain, screen, out);
  AppendGrid({std::move(path), CellsColumn("size", true, std::move(sizes))}, report.files.size(),
             screen, out);
  return out;
}

}  // namespace

// A format for people: a table as wide as the screen, with scaled units, bars for shares, lines for
// trees and sparklines for series. Names are escaped for terminals.
extern const Renderer kPrettyRenderer = {
    .name = "pretty",
    .separator = "\n",
    .render = RenderPretty,
    .render_files = RenderPrettyFiles,
    .is_safe_to_show = true,
    .leaves_out_folded = true,
};

}  // namespace profiler
