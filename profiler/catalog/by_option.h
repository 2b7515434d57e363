#ifndef PROFILER_CATALOG_BY_OPTION_H_
#define PROFILER_CATALOG_BY_OPTION_H_

#include "profiler/query/options/options.h"

namespace profiler {

// The option -by, whose values come from the descriptors of the views.
OptionSpec ByOption();

}  // namespace profiler

#endif  // PROFILER_CATALOG_BY_OPTION_H_
