#ifndef PROFILER_RENDER_CSV_H_
#define PROFILER_RENDER_CSV_H_

#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// A table as delimited.h says, quoted as RFC 4180 says, lines ending in a bare newline.
std::string RenderCsv(const Report& report, const RenderContext& context);

std::string RenderCsvFiles(const FilesReport& report, const RenderContext& context);

}  // namespace profiler

#endif  // PROFILER_RENDER_CSV_H_
