#ifndef PROFILER_RENDER_SCALED_H_
#define PROFILER_RENDER_SCALED_H_

#include <string>

#include "profiler/query/measures.h"
#include "profiler/report/report.h"

namespace profiler {

// A value in a suitable unit, with three significant digits: 12.3 ms, 4.56 GB, 31.7k. Units are
// decimal; times range from ns to h, and a share is a percentage. `-` if the value is unknown.
std::string ScaledText(Value value, Unit unit);
std::string ScaledText(double value, Unit unit);

}  // namespace profiler

#endif  // PROFILER_RENDER_SCALED_H_
