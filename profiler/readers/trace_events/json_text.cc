#include "profiler/readers/trace_events/json_text.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace profiler::chrome_trace {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;
constexpr size_t kUnicodeEscape = 6;  // of "\u0041"

constexpr bool IsHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool IsLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void AppendUtf8(uint32_t point, std::string& text) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (point >> shift & 0x3F)); };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += static_cast<char>(0xC0 | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    text += static_cast<char>(0xE0 | point >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

// The unit of "\u0041" at the beginning; false if there is none.
bool TakeUnit(std::string_view escaped, uint32_t& unit) {
  if (escaped.size() < kUnicodeEscape || !escaped.starts_with("\\u")) return false;
  const char* last = escaped.data() + kUnicodeEscape;
  const auto [end, error] = std::from_chars(escaped.data() + 2, last, unit, 16);
  return error == std::errc() && end == last;
}

// Appends what "\u0041" at the beginning says, and returns its length; 0 if there is none.
size_t AppendUnicode(std::string_view escaped, std::string& text) {
  uint32_t unit = 0, low = 0;
  if (!TakeUnit(escaped, unit)) return 0;
  if (IsHighSurrogate(unit) && TakeUnit(escaped.substr(kUnicodeEscape), low) &&
      IsLowSurrogate(low)) {
    AppendUtf8(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), text);
    return 2 * kUnicodeEscape;
  }
  AppendUtf8(IsHighSurrogate(unit) || IsLowSurrogate(unit) ? kReplacement : unit, text);
  return kUnicodeEscape;
}

// What the letter behind a backslash stands for; 0 if for nothing.
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

// How long the UTF-8 letter at the beginning is; 0 if there is none.
size_t LetterLength(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return length <= text.size() && simdjson::validate_utf8(text.data(), length) ? length : 0;
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
    const size_t length = LetterLength(std::string_view(json).substr(at));
    const char c = json[at];
    if (length == 0) {
      json[at++] = '?';
    } else if (c == '\\') {  // it and a quote that it takes
      at += at + 1 < json.size() && (json[at + 1] == '"' || json[at + 1] == '\\') ? 2 : 1;
    } else {
      if (c == '"') is_quoted = !is_quoted;
      if (is_quoted && static_cast<unsigned char>(c) < ' ') json[at] = ' ';
      at += length;
    }
  }
}

}  // namespace profiler::chrome_trace
