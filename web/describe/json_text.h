// Writes JSON.
#ifndef WEB_DESCRIBE_JSON_TEXT_H_
#define WEB_DESCRIBE_JSON_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/base/output_text.h"

namespace profiler::web {

// Appends `,` unless the object or list has just begun.
inline void AppendComma(std::string& out) {
  if (!out.empty() && out.back() != '{' && out.back() != '[') out += ',';
}

// Appends the next member's name of an object.
inline void AppendName(std::string_view name, std::string& out) {
  AppendComma(out);
  AppendJsonText(name, out);
  out += ':';
}

inline void AppendTextMember(std::string_view name, std::string_view text, std::string& out) {
  AppendName(name, out);
  AppendJsonText(text, out);
}

inline void AppendFlagMember(std::string_view name, bool is_set, std::string& out) {
  AppendName(name, out);
  out += is_set ? "true" : "false";
}

// Appends a list with one item per element; `append` appends an item.
template <typename Items, typename AppendItem>
void AppendListMember(std::string_view name, const Items& items, std::string& out,
                      AppendItem append) {
  AppendName(name, out);
  out += '[';
  for (const auto& item : items) {
    AppendComma(out);
    append(item);
  }
  out += ']';
}

}  // namespace profiler::web

#endif  // WEB_DESCRIBE_JSON_TEXT_H_
