#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_NOT_IDLE_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_NOT_IDLE_TEXT_H_

#include <string>

#include "profiler/analysis/accelerators/device_syncs.h"

namespace profiler {

// Text such as "; no device is idle because of that: it has more work queued", of waits after which
// no device is. Of several reasons it has the one after most of the waiting time.
std::string NotIdleText(const DeviceSyncs& syncs);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_NOT_IDLE_TEXT_H_
