// Compared profiles whose files were cut short: what such a file lacks is no change of the program.
#ifndef PROFILER_COMPARE_CUT_PROFILES_H_
#define PROFILER_COMPARE_CUT_PROFILES_H_

#include <string>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// Text such as "new.pt.trace.json.gz was cut short, so any of its steps may lack work", of the
// selected files; empty if none was cut.
std::string CutFilesText(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CUT_PROFILES_H_
