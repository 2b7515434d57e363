#ifndef PROFILER_REPORT_HELP_ENTRY_H_
#define PROFILER_REPORT_HELP_ENTRY_H_

#include <string>
#include <vector>

namespace profiler {

// A part of a view that its help lists: one of its rules, say, and what that takes.
struct HelpEntry {
  std::string name, text;
  std::vector<HelpEntry> entries = {};
};

}  // namespace profiler

#endif  // PROFILER_REPORT_HELP_ENTRY_H_
