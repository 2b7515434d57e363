// What CSV, TSV and Markdown share: a heading and a line per row.
#ifndef PROFILER_RENDER_DELIMITED_H_
#define PROFILER_RENDER_DELIMITED_H_

#include <string>
#include <string_view>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

struct Dialect {
  std::string_view line_begin, separator, line_end;
  // Writes a field, of valid UTF-8, so that nothing in it ends it.
  void (*append_field)(std::string_view text, std::string& out);
  // Whether a line below the heading says which columns are numbers, and sections have titles.
  bool has_rule = false;
};

// Columns and values are those of JSON; unknown is an empty field. The parts of a key are joined by
// '/', the items of a list by '|' and uses of input shapes by "; "; where an item holds the
// separator or a backslash itself, a backslash stands before it. Sections follow each other with an
// empty line between.
std::string RenderDelimited(const Report& report, const Dialect& dialect,
                            const RenderContext& context);

std::string RenderDelimitedFiles(const FilesReport& report, const Dialect& dialect);

}  // namespace profiler

#endif  // PROFILER_RENDER_DELIMITED_H_
