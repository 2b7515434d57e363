#ifndef PROFILER_RENDER_TSV_H_
#define PROFILER_RENDER_TSV_H_

#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// A table as delimited.h says, separated by tabs. Nothing is quoted: in a field a tab, a
// newline, a carriage return and a backslash are \t, \n, \r and \\.
std::string RenderTsv(const Report& report, const RenderContext& context);

std::string RenderTsvFiles(const FilesReport& report, const RenderContext& context);

}  // namespace profiler

#endif  // PROFILER_RENDER_TSV_H_
