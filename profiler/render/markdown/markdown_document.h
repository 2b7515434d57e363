#ifndef PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_
#define PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_

#include <string>
#include <string_view>

#include "profiler/report/report.h"

namespace profiler {

// A Markdown document for people, e.g. for a pull request: headings, a list of findings, and tables
// with scaled values. Row keys and exact numbers are only in machine formats.
std::string RenderMarkdownDocument(const Report& report);

// A table with titles and scaled values.
void AppendMarkdownTable(const Report& table, std::string& out);

// A text of one line with Markdown's syntax escaped, and one as inline code.
std::string MarkdownLine(std::string_view text);
std::string MarkdownCode(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_
