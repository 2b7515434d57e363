// Pieces of JSON, which the parts of an answer are written with.
#ifndef PROFILER_RENDER_JSON_PIECES_H_
#define PROFILER_RENDER_JSON_PIECES_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/output_text.h"

namespace profiler {

inline void AppendTextOrNull(std::string_view text, std::string& out) {
  if (text.empty()) {
    out += "null";
  } else {
    AppendJsonText(text, out);
  }
}

// Appends `key` as the next member of an object.
inline void AppendKey(std::string_view key, std::string& out) {
  if (out.back() != '{') out += ',';
  AppendJsonText(key, out);
  out += ':';
}

template <typename Items, typename AppendItem>
void AppendArray(const Items& items, std::string& out, AppendItem append_item) {
  out += '[';
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) out += ',';
    is_first = false;
    append_item(item);
  }
  out += ']';
}

inline void AppendTexts(const std::vector<std::string>& texts, std::string& out) {
  AppendArray(texts, out, [&](const std::string& text) { AppendJsonText(text, out); });
}

}  // namespace profiler

#endif  // PROFILER_RENDER_JSON_PIECES_H_
