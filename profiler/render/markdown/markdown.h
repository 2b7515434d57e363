#ifndef PROFILER_RENDER_MARKDOWN_MARKDOWN_H_
#define PROFILER_RENDER_MARKDOWN_MARKDOWN_H_

#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// A table as delimited.h says, as GitHub reads it: numbers to the right, a title over each section.
// What Markdown would obey in a name is escaped, control characters are written out.
std::string RenderMarkdown(const Report& report, const RenderContext& context);

std::string RenderMarkdownFiles(const FilesReport& report, const RenderContext& context);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKDOWN_MARKDOWN_H_
