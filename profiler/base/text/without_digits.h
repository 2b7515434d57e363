#ifndef PROFILER_BASE_TEXT_WITHOUT_DIGITS_H_
#define PROFILER_BASE_TEXT_WITHOUT_DIGITS_H_

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace profiler {

// "fusion." of "fusion.31": what names and sentences that differ in numbers alone share.
inline std::string WithoutDigits(std::string_view name) {
  std::string text;
  std::copy_if(name.begin(), name.end(), std::back_inserter(text),
               [](char c) { return c < '0' || c > '9'; });
  return text;
}

}  // namespace profiler

#endif  // PROFILER_BASE_TEXT_WITHOUT_DIGITS_H_
