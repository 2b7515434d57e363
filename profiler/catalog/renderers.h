// The list of renderers.
#ifndef PROFILER_CATALOG_RENDERERS_H_
#define PROFILER_CATALOG_RENDERERS_H_

#include <string_view>
#include <vector>

#include "profiler/render/render.h"

namespace profiler {

const std::vector<Renderer>& AllRenderers();
const Renderer* FindRenderer(std::string_view name);  // null if there is none

}  // namespace profiler

#endif  // PROFILER_CATALOG_RENDERERS_H_
