#ifndef PROFILER_ANALYSIS_INPUT_INPUT_WAITS_H_
#define PROFILER_ANALYSIS_INPUT_INPUT_WAITS_H_

#include <string_view>

namespace profiler {

// Whether an op of the type waits for the next batch of input.
bool WaitsForInput(std::string_view type);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_INPUT_WAITS_H_
