#ifndef PROFILER_BASE_TEXT_NATURAL_LESS_H_
#define PROFILER_BASE_TEXT_NATURAL_LESS_H_

#include <cstddef>
#include <string_view>

#include "profiler/base/ascii.h"

namespace profiler {

namespace internal {

// Moves the digits at the start of `text` out of it; leading zeros are left out.
inline std::string_view TakeNumber(std::string_view& text) {
  size_t length = 0, zeros = 0;
  while (length < text.size() && IsDigit(text[length])) ++length;
  while (zeros < length && text[zeros] == '0') ++zeros;
  const std::string_view number = text.substr(zeros, length - zeros);
  text.remove_prefix(length);
  return number;
}

}  // namespace internal

// Whether a name comes before another one where numbers in names sort by their value: "gpu2" before
// "gpu10". A strict order of all texts: those that differ only in zeros before a number sort as
// texts.
inline bool NaturalLess(std::string_view a, std::string_view b) {
  std::string_view rest = a, other = b;
  while (!rest.empty() && !other.empty()) {
    if (IsDigit(rest[0]) && IsDigit(other[0])) {
      const std::string_view number = internal::TakeNumber(rest);
      const std::string_view of_other = internal::TakeNumber(other);
      if (number.size() != of_other.size()) return number.size() < of_other.size();
      if (number != of_other) return number < of_other;
      continue;
    }
    if (rest[0] != other[0]) return rest.substr(0, 1) < other.substr(0, 1);
    rest.remove_prefix(1);
    other.remove_prefix(1);
  }
  return rest.empty() && other.empty() ? a < b : rest.empty();
}

}  // namespace profiler

#endif  // PROFILER_BASE_TEXT_NATURAL_LESS_H_
