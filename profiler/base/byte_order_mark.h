#ifndef PROFILER_BASE_BYTE_ORDER_MARK_H_
#define PROFILER_BASE_BYTE_ORDER_MARK_H_

#include <string_view>

namespace profiler {

// UTF-8's byte order mark, which some programs write at the start of a text file.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace profiler

#endif  // PROFILER_BASE_BYTE_ORDER_MARK_H_
