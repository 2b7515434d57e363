#include "profiler/base/text/utf8.h"

#include <utf8proc.h>

namespace profiler {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";
constexpr size_t kLongest = 4;

// The length of the character at the start of `bytes`, or a negative number.
utf8proc_ssize_t Decode(const char* bytes, size_t size, utf8proc_int32_t& code) {
  return utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes),
                          static_cast<utf8proc_ssize_t>(std::min(size, kLongest)), &code);
}

}  // namespace

Character FirstBeyondAscii(std::string_view text) {
  utf8proc_int32_t code = 0;
  const utf8proc_ssize_t valid_length = Decode(text.data(), text.size(), code);
  if (valid_length > 0) {
    return {static_cast<uint32_t>(code), static_cast<size_t>(valid_length), true};
  }
  // Two or more bytes can start a valid character if appending bytes 0x80 makes them valid.
  char completed[kLongest] = {text[0], '\x80', '\x80', '\x80'};
  size_t length = 1;
  for (; length < std::min(text.size(), kLongest - 1); ++length) {
    completed[length] = text[length];
    if (Decode(completed, kLongest, code) < 0) break;
  }
  return {0xfffd, length, false};
}

void AppendCharacter(uint32_t code, std::string& out) {
  utf8proc_uint8_t bytes[kLongest];
  const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes);
  out.append(bytes, bytes + length);
}

size_t WidthBeyondAscii(uint32_t code) {
  return static_cast<size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(code)));
}

std::string_view LettersWithin(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && IsInsideCharacter(text[most])) --most;
  return text.substr(0, most);
}

std::string ValidUtf8(std::string_view text) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = FirstCharacter(text);
    out += character.is_valid ? text.substr(0, character.length) : kReplacement;
    text.remove_prefix(character.length);
  }
  return out;
}

}  // namespace profiler
