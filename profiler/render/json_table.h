// The columns, rows and totals of a Report as JSON.
#ifndef PROFILER_RENDER_JSON_TABLE_H_
#define PROFILER_RENDER_JSON_TABLE_H_

#include <string>

#include "profiler/render/render.h"

namespace profiler {

// Appends the members that reports and sections have in common to an object.
void AppendJsonTable(const Report& report, const RenderContext& context, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_JSON_TABLE_H_
