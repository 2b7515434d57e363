#include "profiler/readers/trace_events/json_scan.h"

#include <cstdint>

namespace profiler::chrome_trace {

size_t EndOfString(std::string_view text, size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.npos;
}

size_t EndOfValue(std::string_view text, size_t at) {
  uint64_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = EndOfString(text, at);
      if (at == text.npos) return text.npos;
      if (depth == 0) return at;
      continue;
    }
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return at;  // the end of the enclosing value
      if (--depth == 0) return at + 1;
    } else if (depth == 0 && (c == ',' || IsBlank(c))) {
      return at;
    }
    ++at;
  }
  return depth == 0 ? at : text.npos;
}

}  // namespace profiler::chrome_trace
