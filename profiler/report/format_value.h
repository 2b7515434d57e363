#ifndef PROFILER_REPORT_FORMAT_VALUE_H_
#define PROFILER_REPORT_FORMAT_VALUE_H_

#include <cstddef>
#include <string>

#include "profiler/report/report.h"

namespace profiler {

// A value as tfprof's text shows it: 12us, 1.50ms, 2.00KB, 31.74k. Absent is `-`.
std::string FormatValue(Value value, Unit unit);
// Puts the same where there is room for kMostValueText and returns where it ends.
inline constexpr size_t kMostValueText = 64;
char* PutValue(Value value, Unit unit, char* at);
// The same, at the end of `out`.
void AppendValue(Value value, Unit unit, std::string& out);

}  // namespace profiler

#endif  // PROFILER_REPORT_FORMAT_VALUE_H_
