// The rows of tfprof's trees (scope, graph, code) as text.
#ifndef PROFILER_RENDER_TEXT_TEXT_TREE_H_
#define PROFILER_RENDER_TEXT_TEXT_TREE_H_

#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// Appends a line for each row, indented by its depth, with its values in brackets; and tensors
// below.
void AppendTextTree(const Report& report, const RenderContext& context, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TEXT_TREE_H_
