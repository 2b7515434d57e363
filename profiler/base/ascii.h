#ifndef PROFILER_BASE_ASCII_H_
#define PROFILER_BASE_ASCII_H_

#include <string>
#include <string_view>

namespace profiler {

// Whatever the locale, all of them.
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
// As \w of a regular expression.
inline bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_';
}

// With A to Z as a to z.
inline char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
inline std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = Lower(c);
  return lower;
}

}  // namespace profiler

#endif  // PROFILER_BASE_ASCII_H_
