#ifndef PROFILER_RENDER_JSON_H_
#define PROFILER_RENDER_JSON_H_

#include <string>
#include <string_view>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// One object on one line. Numbers are exact, however long; unknown is null; text is valid UTF-8.
std::string RenderJson(const Report& report, const RenderContext& context);

std::string RenderJsonFiles(const FilesReport& report, const RenderContext& context);

std::string RenderJsonError(std::string_view code, std::string_view message,
                            const RenderContext& context);

}  // namespace profiler

#endif  // PROFILER_RENDER_JSON_H_
