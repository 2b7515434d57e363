#ifndef PROFILER_REPORT_HELP_ENTRY_H_
#define PROFILER_REPORT_HELP_ENTRY_H_

#include <string>
#include <vector>

namespace profiler {

// An entry in a view's help, such as a rule with its thresholds.
struct HelpEntry {
  std::string name, text;
  std::vector<HelpEntry> entries = {};
};

}  // namespace profiler

#endif  // PROFILER_REPORT_HELP_ENTRY_H_
