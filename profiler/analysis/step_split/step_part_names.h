#ifndef PROFILER_ANALYSIS_STEP_SPLIT_STEP_PART_NAMES_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_STEP_PART_NAMES_H_

#include <string_view>

#include "profiler/analysis/step_split/step_split.h"

namespace profiler {

// The part's name in columns and rows, such as "host_to_device".
std::string_view Name(StepPart part);

// Whether it is work of devices alone, of which nothing is known where their times were not
// recorded.
bool IsOfDevices(StepPart part);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_STEP_PART_NAMES_H_
