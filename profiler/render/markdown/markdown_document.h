#ifndef PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_
#define PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_

#include <string>

#include "profiler/report/report.h"

namespace profiler {

// A document for people, as a pull request shows it: headings, findings as a list, tables with
// values in units that suit them. What a row's key is, or exact numbers, the other forms tell.
std::string RenderMarkdownDocument(const Report& report);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKDOWN_MARKDOWN_DOCUMENT_H_
