#ifndef PROFILER_BASE_ASCII_H_
#define PROFILER_BASE_ASCII_H_

#include <string>
#include <string_view>

namespace profiler {

// These functions handle ASCII only and ignore the locale.
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
// Whether a regular expression's \w matches the character.
inline bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_';
}

// Maps A to Z to a to z and leaves other characters alone.
inline char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
inline std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = Lower(c);
  return lower;
}

}  // namespace profiler

#endif  // PROFILER_BASE_ASCII_H_
