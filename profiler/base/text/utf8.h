// Characters of UTF-8. ASCII is handled inline, other characters by libutf8proc.
#ifndef PROFILER_BASE_TEXT_UTF8_H_
#define PROFILER_BASE_TEXT_UTF8_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profiler {

struct Character {
  uint32_t code = 0xfffd;
  size_t length = 1;  // in bytes
  bool is_valid = false;
};

// Returns the first character of a text that is not empty and whose first byte is not ASCII.
Character FirstBeyondAscii(std::string_view text);

// Returns the first character of a text that is not empty. An invalid character is as long as the
// longest prefix that could start a valid character, and at least one byte. Unicode recommends to
// replace each such prefix by one U+FFFD.
inline Character FirstCharacter(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  return first < 0x80 ? Character{first, 1, true} : FirstBeyondAscii(text);
}

// Whether the byte is a continuation byte, i.e. not the first byte of a character.
inline bool IsInsideCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

inline size_t CountCharacters(std::string_view text) {
  return text.size() -
         static_cast<size_t>(std::count_if(text.begin(), text.end(), IsInsideCharacter));
}

void AppendCharacter(uint32_t code, std::string& out);

// The number of terminal columns of a character that is not ASCII: 0, 1 or 2.
size_t WidthBeyondAscii(uint32_t code);
inline size_t CharacterWidth(uint32_t code) { return code < 0x300 ? 1 : WidthBeyondAscii(code); }

// The longest prefix of at most `most` bytes that does not end inside a character.
std::string_view LettersWithin(std::string_view text, size_t most);

// Readers cut longer names to this number of bytes, because names are compared and shown.
inline constexpr size_t kMostOfName = 4096;

// Replaces each invalid character by U+FFFD.
std::string ValidUtf8(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_BASE_TEXT_UTF8_H_
