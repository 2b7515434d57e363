#ifndef PROFILER_RENDER_TEXT_TEXT_FINDINGS_H_
#define PROFILER_RENDER_TEXT_TEXT_FINDINGS_H_

#include <string>

#include "profiler/report/report.h"

namespace profiler {

// Appends a section of findings: the title, then the sentence of each finding, followed by its
// severity, command, saving and evidence on indented lines. Lines of tfprof's own checkers are
// printed as tfprof prints them.
void AppendTextFindings(const Report& section, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TEXT_FINDINGS_H_
