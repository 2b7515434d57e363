// Finds where JSON values end, by quotes and brackets alone: what is between them is not looked at.
#ifndef PROFILER_READERS_TRACE_EVENTS_JSON_SCAN_H_
#define PROFILER_READERS_TRACE_EVENTS_JSON_SCAN_H_

#include <cstddef>
#include <string_view>

namespace profiler::chrome_trace {

inline bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// The first place from `at` on that is no blank; text.size() if there is none.
inline size_t SkipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && IsBlank(text[at])) ++at;
  return at;
}

// One past the value that begins at `at`; npos if the text ends inside it.
size_t EndOfValue(std::string_view text, size_t at);

// One past the string whose opening quote is at `at`; npos if the text ends inside it.
size_t EndOfString(std::string_view text, size_t at);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_JSON_SCAN_H_
