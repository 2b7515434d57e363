#ifndef PROFILER_RENDER_PRETTY_ROOF_DRAWING_H_
#define PROFILER_RENDER_PRETTY_ROOF_DRAWING_H_

#include <string>

#include "profiler/render/render.h"

namespace profiler {

// Draws what a table's rows reached below the roofs of a section, on logarithmic axes: operations
// per second over operations per byte. Both tables have a column of operations per second and one
// of bytes per second. Draws nothing of other reports, or on a screen that is too narrow.
void AppendRoofChart(const Report& report, const Screen& screen, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_ROOF_DRAWING_H_
