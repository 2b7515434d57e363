#ifndef PROFILER_VIEWS_COMMON_TIME_TEXT_H_
#define PROFILER_VIEWS_COMMON_TIME_TEXT_H_

#include <string>

#include "profiler/base/int128.h"

namespace profiler {

// Formats a time since the profile's start, in the syntax of -from, with at most three decimals:
// "36s", "1500ms", "95.25s", "80.5us".
std::string TimeText(Int128 picos);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_TIME_TEXT_H_
