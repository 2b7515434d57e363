// Finds the ends of JSON values by quotes and brackets alone.
#ifndef PROFILER_READERS_TRACE_EVENTS_JSON_SCAN_H_
#define PROFILER_READERS_TRACE_EVENTS_JSON_SCAN_H_

#include <cstddef>
#include <string_view>

namespace profiler::chrome_trace {

inline bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Returns the first position from `at` on that is not blank, or text.size() if there is none.
inline size_t SkipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && IsBlank(text[at])) ++at;
  return at;
}

// Returns the position after the value that begins at `at`, or npos if the text ends inside it.
size_t EndOfValue(std::string_view text, size_t at);

// Returns the position after the string whose opening quote is at `at`, or npos if the text ends
// inside it.
size_t EndOfString(std::string_view text, size_t at);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_JSON_SCAN_H_
