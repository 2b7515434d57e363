// What `dips` is asked. options.cc lists them.
#ifndef PROFILER_QUERY_OPTIONS_DIP_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_DIP_OPTIONS_H_

#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

std::vector<OptionSpec> DipViewOptions();

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_DIP_OPTIONS_H_
