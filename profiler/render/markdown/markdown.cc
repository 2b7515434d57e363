#include "profiler/render/markdown/markdown.h"

#include "profiler/render/delimited.h"
#include "profiler/render/markdown/markdown_document.h"
#include "profiler/render/markdown/markdown_text.h"

namespace profiler {
namespace {

constexpr Dialect kMarkdown = {"| ", " | ", " |", AppendMarkdownText, /*has_rule=*/true};

}  // namespace

std::string RenderMarkdown(const Report& report, const RenderContext& context) {
  if (report.shape == Shape::kDocument) return RenderMarkdownDocument(report);
  return RenderDelimited(report, kMarkdown, context);
}

std::string RenderMarkdownFiles(const FilesReport& report, const RenderContext&) {
  return RenderDelimitedFiles(report, kMarkdown);
}

}  // namespace profiler
