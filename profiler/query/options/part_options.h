// Checks of the options that select a part of a profile.
#ifndef PROFILER_QUERY_OPTIONS_PART_OPTIONS_H_
#define PROFILER_QUERY_OPTIONS_PART_OPTIONS_H_

#include "absl/status/status.h"
#include "profiler/query/options/options.h"

namespace profiler {

// Fails if the window from -from to -to is empty.
absl::Status CheckWindow(const Selection& selection);

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_PART_OPTIONS_H_
