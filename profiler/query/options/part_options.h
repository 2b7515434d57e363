// Options on which part of a profile is asked about, what its steps are and what a row is.
// options.cc lists them.
#ifndef PROFILER_QUERY_OPTIONS_PART_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_PART_OPTIONS_H_

#include "absl/status/status.h"
#include "profiler/query/options/options.h"

namespace profiler {

OptionSpec FromOption();
OptionSpec ToOption();
OptionSpec StepEventOption();
OptionSpec ByOption();
OptionSpec EveryOption();

// Whether -from and -to leave a time between them.
absl::Status CheckWindow(const Selection& selection);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_PART_OPTIONS_H_
