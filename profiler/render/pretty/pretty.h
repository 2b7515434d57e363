#ifndef PROFILER_RENDER_PRETTY_PRETTY_H_
#define PROFILER_RENDER_PRETTY_PRETTY_H_

#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// For the eye: a table as wide as the screen, with scaled units, bars for shares, lines for trees
// and sparklines for series. Names are safe to show on a terminal.
std::string RenderPretty(const Report& report, const RenderContext& context);

std::string RenderPrettyFiles(const FilesReport& report, const RenderContext& context);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_PRETTY_H_
