#ifndef PROFILER_VIEWS_COMMON_TIME_TEXT_H_
#define PROFILER_VIEWS_COMMON_TIME_TEXT_H_

#include <string>

#include "profiler/base/int128.h"

namespace profiler {

// A time from the profile's start, as -from takes it: "36s", "1500ms", "95.25s"
// with at most three decimals, "80.5us".
std::string TimeText(Int128 picos);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COMMON_TIME_TEXT_H_
