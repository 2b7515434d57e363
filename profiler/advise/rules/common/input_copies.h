#ifndef PROFILER_ADVISE_RULES_COMMON_INPUT_COPIES_H_
#define PROFILER_ADVISE_RULES_COMMON_INPUT_COPIES_H_

#include <string_view>

#include "profiler/analysis/ops/framework_op.h"

namespace profiler {

// What to do where hosts wait for copies to devices.
std::string_view HowToCopyFaster(Framework framework);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_INPUT_COPIES_H_
