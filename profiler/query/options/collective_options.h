// Options on what the workers of a job exchange. options.cc lists them.
#ifndef PROFILER_QUERY_OPTIONS_COLLECTIVE_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_COLLECTIVE_OPTIONS_H_

#include <vector>

#include "profiler/query/options/options.h"

namespace profiler {

// What a row is, and what to compare with.
std::vector<OptionSpec> CollectiveViewOptions();

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_COLLECTIVE_OPTIONS_H_
