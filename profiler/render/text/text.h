#ifndef PROFILER_RENDER_TEXT_TEXT_H_
#define PROFILER_RENDER_TEXT_TEXT_H_

#include <string>

#include "profiler/query/measures.h"
#include "profiler/render/render.h"

namespace profiler {

// tfprof's look, byte for byte on what tfprof can show.
std::string RenderText(const Report& report, const RenderContext& context);

// The banner.
std::string RenderTextFiles(const FilesReport& report, const RenderContext& context);

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TEXT_H_
