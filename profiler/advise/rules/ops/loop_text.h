#ifndef PROFILER_ADVISE_RULES_OPS_LOOP_TEXT_H_
#define PROFILER_ADVISE_RULES_OPS_LOOP_TEXT_H_

#include <vector>

#include "profiler/analysis/instructions/op_loops.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// What HostChecker says of loops of many iterations that are so short that starting their ops takes
// much of them: a finding of each of the longest.
std::vector<Finding> ShortLoopFindings(const Profile& profile, const StepTimings& timings,
                                       const std::vector<OpLoop>& loops);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_LOOP_TEXT_H_
