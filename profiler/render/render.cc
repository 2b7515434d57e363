#include "profiler/render/render.h"

#include "profiler/render/csv.h"
#include "profiler/render/json.h"
#include "profiler/render/text.h"

namespace profiler {

const std::vector<Renderer>& AllRenderers() {
  static const std::vector<Renderer> renderers = {
      {"text", RenderText, RenderTextFiles},
      {"json", RenderJson, RenderJsonFiles, RenderJsonError},
      {"csv", RenderCsv, RenderCsvFiles},
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
