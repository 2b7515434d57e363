#ifndef PROFILER_QUERY_OPTIONS_TIMEOUT_OPTION_H_
#define PROFILER_QUERY_OPTIONS_TIMEOUT_OPTION_H_

#include "profiler/query/options/options.h"

namespace profiler {

OptionSpec TimeoutOption();

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_TIMEOUT_OPTION_H_
