#ifndef PROFILER_BASE_ASCII_H_
#define PROFILER_BASE_ASCII_H_

#include <string>
#include <string_view>

namespace profiler {

// With A to Z as a to z, whatever the locale.
inline std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return lower;
}

}  // namespace profiler

#endif  // PROFILER_BASE_ASCII_H_
