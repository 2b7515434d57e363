// A table, tree or rank of a Report as a grid on a screen: which columns are shown and in what
// order, and remarks about what is not.
#ifndef PROFILER_RENDER_PRETTY_PRETTY_TABLE_H_
#define PROFILER_RENDER_PRETTY_PRETTY_TABLE_H_

#include <cstddef>
#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// The minimum width of the name column. Other columns are left out if names would get less.
size_t LeastNameWidth(const Screen& screen);

// Appends the rows of `report` without those of its sections. Rows that fold are drawn, too.
void AppendPrettyTable(const Report& report, const RenderContext& context, const Screen& screen,
                       std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_PRETTY_TABLE_H_
