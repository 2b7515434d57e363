#ifndef PROFILER_BASE_UTF8_H_
#define PROFILER_BASE_UTF8_H_

#include <string>
#include <string_view>

namespace profiler {

// The text with each byte that is not UTF-8 replaced by U+FFFD.
std::string ValidUtf8(std::string_view text);

}  // namespace profiler

#endif  // PROFILER_BASE_UTF8_H_
