// The table of all options.
#ifndef PROFILER_CATALOG_OPTIONS_H_
#define PROFILER_CATALOG_OPTIONS_H_

#include <string_view>
#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

// First tfprof's options in tfprof's order, then the others.
const std::vector<OptionSpec>& AllOptions();
// Null if there is no such option.
const OptionSpec* FindOption(std::string_view name);

}  // namespace profiler

#endif  // PROFILER_CATALOG_OPTIONS_H_
