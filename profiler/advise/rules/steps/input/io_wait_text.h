#ifndef PROFILER_ADVISE_RULES_STEPS_INPUT_IO_WAIT_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_INPUT_IO_WAIT_TEXT_H_

#include <string>
#include <string_view>

#include "profiler/analysis/selection/selected.h"

namespace profiler {

// "; processors wait for I/O in 55% of the time there", of the host, or of all nodes if it is
// empty. Else "", as where that is little or was not recorded.
std::string IoWaitText(const Selected& selected, std::string_view host);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_INPUT_IO_WAIT_TEXT_H_
