#ifndef PROFILER_REPORT_FORMAT_VALUE_H_
#define PROFILER_REPORT_FORMAT_VALUE_H_

#include <cstddef>
#include <string>

#include "profiler/report/report.h"

namespace profiler {

// Formats a value as tfprof does, e.g. 12us, 1.50ms, 2.00KB or 31.74k; `-` if absent.
std::string FormatValue(Value value, Unit unit);
// Writes the text of FormatValue() to a buffer of at least kMostValueText bytes. Returns the end of
// the text.
inline constexpr size_t kMostValueText = 64;
char* PutValue(Value value, Unit unit, char* at);
// Appends the text of FormatValue() to `out`.
void AppendValue(Value value, Unit unit, std::string& out);

}  // namespace profiler

#endif  // PROFILER_REPORT_FORMAT_VALUE_H_
