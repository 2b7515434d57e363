#ifndef PROFILER_RENDER_MARKDOWN_MARKDOWN_TEXT_H_
#define PROFILER_RENDER_MARKDOWN_MARKDOWN_TEXT_H_

#include <string>
#include <string_view>

namespace profiler {

// Valid UTF-8, on one line, with nothing that Markdown obeys.
void AppendMarkdownText(std::string_view text, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKDOWN_MARKDOWN_TEXT_H_
