#ifndef PROFILER_REPORT_FORMAT_VALUE_H_
#define PROFILER_REPORT_FORMAT_VALUE_H_

#include <string>

#include "profiler/report/report.h"

namespace profiler {

// A value as tfprof's text shows it: 12us, 1.50ms, 2.00KB, 31.74k. Absent is `-`.
std::string FormatValue(Value value, Unit unit);
// The same, at the end of `out`.
void AppendValue(Value value, Unit unit, std::string& out);

}  // namespace profiler

#endif  // PROFILER_REPORT_FORMAT_VALUE_H_
