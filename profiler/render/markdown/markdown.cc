#include "profiler/render/delimited.h"
#include "profiler/render/markdown/markdown_checks.h"
#include "profiler/render/markdown/markdown_document.h"
#include "profiler/render/markdown/markdown_text.h"
#include "profiler/render/render.h"

namespace profiler {
namespace {

constexpr Dialect kMarkdown = {"| ", " | ", " |", AppendMarkdownText, /*has_rule=*/true};

std::string RenderMarkdown(const Report& report, const RenderContext& context) {
  if (report.shape == Shape::kDocument) return RenderMarkdownDocument(report);
  if (!report.checks.empty()) return RenderMarkdownChecks(report);
  return RenderDelimited(report, kMarkdown, context);
}

std::string RenderMarkdownFiles(const FilesReport& report, const RenderContext&) {
  return RenderDelimitedFiles(report, kMarkdown);
}

}  // namespace

// A table as in delimited.h, in GitHub's syntax: with numbers aligned right and a title above each
// section. Markdown syntax in names is escaped, and so are control characters.
extern const Renderer kMarkdownRenderer = {
    .name = "markdown",
    .separator = "\n",
    .render = RenderMarkdown,
    .render_files = RenderMarkdownFiles,
    .leaves_out_folded = true,
};

}  // namespace profiler
