#ifndef PROFILER_RENDER_MARKDOWN_MARKDOWN_CHECKS_H_
#define PROFILER_RENDER_MARKDOWN_MARKDOWN_CHECKS_H_

#include <string>

#include "profiler/report/report.h"

namespace profiler {

// The requirements of `check` for a comment in a pull request: the verdict, what is broken, then
// all as a folded table.
std::string RenderMarkdownChecks(const Report& report);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKDOWN_MARKDOWN_CHECKS_H_
