// Options on what the workers of a job exchange. options.cc lists them.
#ifndef PROFILER_QUERY_COLLECTIVE_OPTIONS_H_
#define PROFILER_QUERY_COLLECTIVE_OPTIONS_H_

#include "profiler/query/options.h"

namespace profiler {

OptionSpec BandwidthOption();

}  // namespace profiler

#endif  // PROFILER_QUERY_COLLECTIVE_OPTIONS_H_
