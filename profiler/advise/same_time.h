#ifndef PROFILER_ADVISE_SAME_TIME_H_
#define PROFILER_ADVISE_SAME_TIME_H_

#include <vector>

#include "profiler/advise/verdicts.h"

namespace profiler {

// Tells a time once: a warning that only describes a time, such as an idle device, becomes a fact
// where a warning of these rules names the cause of most of it, and points to that rule.
void TellTimesOnce(std::vector<Judged>& judged);

}  // namespace profiler

#endif  // PROFILER_ADVISE_SAME_TIME_H_
