// Options on which rows show and what stands in them that tfprof has not. options.cc lists them.
#ifndef PROFILER_QUERY_OPTIONS_ROW_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_ROW_OPTIONS_H_

#include "profiler/query/options/options.h"

namespace profiler {

OptionSpec StatOption();
OptionSpec WhereOption();
OptionSpec TopOption();

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_ROW_OPTIONS_H_
