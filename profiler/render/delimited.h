// The common code of CSV, TSV and Markdown: a heading and one line per row.
#ifndef PROFILER_RENDER_DELIMITED_H_
#define PROFILER_RENDER_DELIMITED_H_

#include <string>
#include <string_view>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

struct Dialect {
  std::string_view line_begin, separator, line_end;
  // Writes a field of valid UTF-8, escaped as the format requires.
  void (*append_field)(std::string_view text, std::string& out);
  // As in Markdown: a line below the heading marks the numeric columns, sections have titles, and a
  // line below a table says what its values are and how many rows are hidden.
  bool has_rule = false;
};

// Columns and values are the same as in JSON; an unknown value is an empty field. The parts of a
// key are joined by '/', the items of a list by '|', and the uses of input shapes by "; ". In an
// item, a backslash escapes separators and backslashes. An empty line separates sections.
std::string RenderDelimited(const Report& report, const Dialect& dialect,
                            const RenderContext& context);

std::string RenderDelimitedFiles(const FilesReport& report, const Dialect& dialect);

}  // namespace profiler

#endif  // PROFILER_RENDER_DELIMITED_H_
