#include "profiler/query/options/spelling.h"

#include <fmt/format.h>

#include <algorithm>

#include "absl/strings/ascii.h"

namespace profiler {

std::string NameRegex(std::string_view name) {
  std::string regex;
  for (const char c : name) {
    if (std::string_view("\\.+*?()|[]{}^$,").find(c) != std::string_view::npos) regex += '\\';
    regex += c;
  }
  return regex;
}

namespace {

// Characters that neither a shell nor the prompt reads as anything else.
bool IsPlain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || byte >= 0x80 ||
         std::string_view("_-+=.,:/@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string QuoteWord(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), IsPlain)) return std::string(word);
  // Within double quotes a shell changes what these characters begin, and nothing else.
  if (word.find('\'') != word.npos && word.find_first_of("\"$`\\!") == word.npos) {
    return fmt::format("\"{}\"", word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\"'\"'";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace profiler
