#ifndef PROFILER_RENDER_PRETTY_PRETTY_FINDINGS_H_
#define PROFILER_RENDER_PRETTY_PRETTY_FINDINGS_H_

#include <functional>
#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// What draws a table on a screen.
using TableDrawer = std::function<void(const Report&, const Screen&, std::string&)>;

// A section of findings, below its title: each one's sentence behind its severity, then what shows
// more, what it could save, and its evidence.
void AppendPrettyFindings(const Report& section, const Screen& screen, const TableDrawer& draw,
                          std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_PRETTY_FINDINGS_H_
