#ifndef PROFILER_ADVISE_RULES_OPS_STARVED_THREADS_TEXT_H_
#define PROFILER_ADVISE_RULES_OPS_STARVED_THREADS_TEXT_H_

#include <optional>

#include "profiler/analysis/steps/code/starved_threads.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// Nullopt where such runs take less than `least` of the steps, 0 to 1, or are of few kinds of ops.
std::optional<Finding> StarvedThreadsFinding(const Profile& profile, const StarvedThreads& stalled,
                                             double least);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_STARVED_THREADS_TEXT_H_
