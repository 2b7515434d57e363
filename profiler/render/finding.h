#ifndef PROFILER_RENDER_FINDING_H_
#define PROFILER_RENDER_FINDING_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// A row of a report of findings, with what comes with it. It points into the report.
struct ShownFinding {
  std::string_view severity, text;
  std::string_view command;             // shows more; empty: none
  Value saves = kAbsent;                // per step
  size_t level = 0;                     // below the finding before it
  std::vector<const Report*> evidence;  // tables
};

ShownFinding FindingAt(const Report& section, size_t row);

}  // namespace profiler

#endif  // PROFILER_RENDER_FINDING_H_
