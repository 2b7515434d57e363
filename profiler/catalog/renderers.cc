#include "profiler/catalog/renderers.h"

#include "profiler/render/csv.h"
#include "profiler/render/json.h"
#include "profiler/render/markdown/markdown.h"
#include "profiler/render/pretty/pretty.h"
#include "profiler/render/text/text.h"
#include "profiler/render/tsv.h"

namespace profiler {

const std::vector<Renderer>& AllRenderers() {
  static const std::vector<Renderer> renderers = {
      {"text", "", RenderText, RenderTextFiles},
      {"json", "", RenderJson, RenderJsonFiles, RenderJsonError},
      {"csv", "\n", RenderCsv, RenderCsvFiles},
      {"tsv", "\n", RenderTsv, RenderTsvFiles},
      {"markdown", "\n", RenderMarkdown, RenderMarkdownFiles},
      {"pretty", "\n", RenderPretty, RenderPrettyFiles, nullptr, /*is_safe_to_show=*/true},
  };
  return renderers;
}

const Renderer* FindRenderer(std::string_view name) {
  for (const Renderer& renderer : AllRenderers()) {
    if (renderer.name == name) return &renderer;
  }
  return nullptr;
}

}  // namespace profiler
