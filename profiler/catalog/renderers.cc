#include "profiler/catalog/renderers.h"

// In the order of `help format`. Each name is the descriptor at the end of a renderer's file.
#define PROFILER_RENDERERS(RENDERER) \
  RENDERER(kTextRenderer)            \
  RENDERER(kJsonRenderer)            \
  RENDERER(kCsvRenderer)             \
  RENDERER(kTsvRenderer)             \
  RENDERER(kMarkdownRenderer)        \
  RENDERER(kPrettyRenderer)          \
  RENDERER(kJunitRenderer)           \
  RENDERER(kGithubRenderer)

namespace profiler {

#define PROFILER_DECLARE(descriptor) extern const Renderer descriptor;
PROFILER_RENDERERS(PROFILER_DECLARE)
#undef PROFILER_DECLARE

const std::vector<Renderer>& AllRenderers() {
  static const std::vector<Renderer> kRenderers = {
#define PROFILER_ITEM(descriptor) descriptor,
      PROFILER_RENDERERS(PROFILER_ITEM)
#undef PROFILER_ITEM
  };
  return kRenderers;
}

const Renderer* FindRenderer(std::string_view name) {
  for (const Renderer& renderer : AllRenderers()) {
    if (renderer.name == name) return &renderer;
  }
  return nullptr;
}

}  // namespace profiler
