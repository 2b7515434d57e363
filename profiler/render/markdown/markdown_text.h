#ifndef PROFILER_RENDER_MARKDOWN_MARKDOWN_TEXT_H_
#define PROFILER_RENDER_MARKDOWN_MARKDOWN_TEXT_H_

#include <string>
#include <string_view>

namespace profiler {

// Appends valid UTF-8 on one line, with Markdown syntax escaped.
void AppendMarkdownText(std::string_view text, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_MARKDOWN_MARKDOWN_TEXT_H_
