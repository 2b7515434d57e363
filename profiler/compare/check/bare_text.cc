#include "profiler/compare/check/bare_text.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// The string that begins at `begin` with `quote`, which may have one or three characters: the
// place behind it. A string of one line ends with its line. `bare` is set to a character that
// follows a backslash and blanks, as toml++ takes it for one of them.
size_t SkipString(std::string_view toml, size_t begin, std::string_view quote, size_t& bare) {
  const bool is_long = quote.size() == 3, has_escapes = quote[0] == '"';
  for (size_t at = begin + quote.size(); at < toml.size(); ++at) {
    if (toml.substr(at).starts_with(quote)) return at + quote.size();
    if (!is_long && toml[at] == '\n') return at;
    if (!has_escapes || toml[at] != '\\') continue;
    const size_t next = std::min(toml.find_first_not_of(kBlanks, at + 1), toml.size());
    const bool is_behind_blanks = next > at + 1 && next < toml.size();
    if (is_long && is_behind_blanks && !IsAscii(toml[next])) bare = std::min(bare, next);
    if (next == at + 1) ++at;
  }
  return toml.size();
}

}  // namespace

size_t FindBareNonAscii(std::string_view toml) {
  size_t bare = toml.npos;
  for (size_t at = 0; at < toml.size() && bare == toml.npos;) {
    const char c = toml[at];
    if (c == '#') {
      at = std::min(toml.find('\n', at), toml.size());
    } else if (c == '"' || c == '\'') {
      const std::string_view rest = toml.substr(at);
      const bool is_long = rest.starts_with(R"(""")") || rest.starts_with("'''");
      at = SkipString(toml, at, rest.substr(0, is_long ? 3 : 1), bare);
    } else if (!IsAscii(c)) {
      bare = at;
    } else {
      ++at;
    }
  }
  return bare;
}

}  // namespace profiler
