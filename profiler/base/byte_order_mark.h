#ifndef PROFILER_BASE_BYTE_ORDER_MARK_H_
#define PROFILER_BASE_BYTE_ORDER_MARK_H_

#include <string_view>

namespace profiler {

// What some editors and writers put before a text in UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace profiler

#endif  // PROFILER_BASE_BYTE_ORDER_MARK_H_
