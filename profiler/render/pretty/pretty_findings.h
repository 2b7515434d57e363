#ifndef PROFILER_RENDER_PRETTY_PRETTY_FINDINGS_H_
#define PROFILER_RENDER_PRETTY_PRETTY_FINDINGS_H_

#include <functional>
#include <string>

#include "profiler/render/render.h"
#include "profiler/report/report.h"

namespace profiler {

// Draws a table on a screen.
using TableDrawer = std::function<void(const Report&, const Screen&, std::string&)>;

// A section of findings, without its title: each finding's severity and sentence, then its saving,
// rule, command and evidence.
void AppendPrettyFindings(const Report& section, const Screen& screen, const TableDrawer& draw,
                          std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_PRETTY_FINDINGS_H_
