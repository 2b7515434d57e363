#ifndef PROFILER_RENDER_TEXT_TEXT_FINDINGS_H_
#define PROFILER_RENDER_TEXT_TEXT_FINDINGS_H_

#include <string>

#include "profiler/report/report.h"

namespace profiler {

// A section of findings: under its title each one's sentence, then what comes with it, indented
// further: severity, command, saving, evidence. tfprof's own lines stand as tfprof prints them.
void AppendTextFindings(const Report& section, std::string& out);

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_TEXT_FINDINGS_H_
