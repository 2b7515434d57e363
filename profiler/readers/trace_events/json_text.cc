#include "profiler/readers/trace_events/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "profiler/base/text/utf8.h"

namespace profiler::chrome_trace {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;
constexpr size_t kUnicodeEscape = 6;  // of "\u0041"

constexpr bool IsHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool IsLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// Reads the code unit of "\u0041" at the start; false if there is none.
bool TakeUnit(std::string_view escaped, uint32_t& unit) {
  if (escaped.size() < kUnicodeEscape || !escaped.starts_with("\\u")) return false;
  const char* last = escaped.data() + kUnicodeEscape;
  const auto [end, error] = std::from_chars(escaped.data() + 2, last, unit, 16);
  return error == std::errc() && end == last;
}

// Appends the character of "\u0041" at the start, and returns its length; 0 if there is none.
size_t AppendUnicode(std::string_view escaped, std::string& text) {
  uint32_t unit = 0, low = 0;
  if (!TakeUnit(escaped, unit)) return 0;
  if (IsHighSurrogate(unit) && TakeUnit(escaped.substr(kUnicodeEscape), low) &&
      IsLowSurrogate(low)) {
    AppendCharacter(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), text);
    return 2 * kUnicodeEscape;
  }
  AppendCharacter(IsHighSurrogate(unit) || IsLowSurrogate(unit) ? kReplacement : unit, text);
  return kUnicodeEscape;
}

// The character that a letter after a backslash means; 0 if none.
char Escaped(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

}  // namespace

void Unescape(std::string_view escaped, std::string& text) {
  text.clear();
  while (!escaped.empty()) {
    const size_t plain = std::min(escaped.find('\\'), escaped.size());
    text += escaped.substr(0, plain);
    escaped.remove_prefix(plain);
    if (escaped.empty()) return;
    size_t length = AppendUnicode(escaped, text);
    if (length == 0) {
      const char c = escaped.size() > 1 ? Escaped(escaped[1]) : '\0';
      text += c != 0 ? c : '\\';
      length = c != 0 ? 2 : 1;
    }
    escaped.remove_prefix(length);
  }
}

void MendLetters(std::string& json) {
  bool is_quoted = false;
  for (size_t at = 0; at < json.size();) {
    const Character character = FirstCharacter(std::string_view(json).substr(at));
    const char c = json[at];
    if (!character.is_valid) {
      json[at++] = '?';
    } else if (c == '\\') {  // and an escaped quote
      at += at + 1 < json.size() && (json[at + 1] == '"' || json[at + 1] == '\\') ? 2 : 1;
    } else {
      if (c == '"') is_quoted = !is_quoted;
      if (is_quoted && static_cast<unsigned char>(c) < ' ') json[at] = ' ';
      at += character.length;
    }
  }
}

}  // namespace profiler::chrome_trace
