// The registry of renderers: any Report to bytes. A new form is one file here and one line in
// render.cc.
#ifndef PROFILER_RENDER_RENDER_H_
#define PROFILER_RENDER_RENDER_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// What a rendered report says about itself beside its rows.
struct RenderContext {
  std::string command;              // as given
  std::vector<std::string> inputs;  // the paths that were opened
};

using RenderFunction = std::string (*)(const Report&, const RenderContext&);

struct Renderer {
  std::string_view name;  // as -format takes it
  RenderFunction render;
  std::string (*render_files)(const FilesReport&, const RenderContext&);
  // What stands for a failed command in this form; null: nothing, stderr tells.
  std::string (*render_error)(std::string_view code, std::string_view message,
                              const RenderContext&) = nullptr;
};

const std::vector<Renderer>& AllRenderers();
const Renderer* FindRenderer(std::string_view name);  // null when there is none

}  // namespace profiler

#endif  // PROFILER_RENDER_RENDER_H_
