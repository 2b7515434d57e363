#include "profiler/query/options/spelling.h"

#include <fmt/format.h>

namespace profiler {

std::string NameRegex(std::string_view name) {
  std::string regex;
  for (const char c : name) {
    if (std::string_view("\\.+*?()|[]{}^$,").find(c) != std::string_view::npos) regex += '\\';
    regex += c;
  }
  return regex;
}

std::string QuoteWord(std::string_view word) {
  if (!word.empty() && word.find_first_of(" \t\r\n\v\f'\"#|>") == std::string_view::npos) {
    return std::string(word);
  }
  if (word.find('\'') == std::string_view::npos) return fmt::format("'{}'", word);
  std::string out = "\"";
  for (char c : word) {
    if (c == '"') {
      out += "\"'\"'\"";
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace profiler
