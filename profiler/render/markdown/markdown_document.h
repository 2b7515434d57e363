#ifndef PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_
#define PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_

#include <string>

#include "profiler/report/report.h"

namespace profiler {

// A Markdown document for people, e.g. for a pull request: headings, a list of findings, and tables
// with scaled values. Row keys and exact numbers are only in machine formats.
std::string RenderMarkdownDocument(const Report& report);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_
