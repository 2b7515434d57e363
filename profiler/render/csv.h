#ifndef PROFILER_RENDER_CSV_H_
#define PROFILER_RENDER_CSV_H_

#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// A header and a line per row, quoted as RFC 4180 says, lines ending in a bare newline. Columns and
// values are those of JSON; unknown is an empty field. The parts of a key are joined by '/', the
// items of a list by '|' and uses of input shapes by "; "; where an item holds the separator or a
// backslash itself, a backslash stands before it.
std::string RenderCsv(const Report& report, const RenderContext& context);

std::string RenderCsvFiles(const FilesReport& report, const RenderContext& context);

}  // namespace profiler

#endif  // PROFILER_RENDER_CSV_H_
