#ifndef PROFILER_ANALYSIS_INPUT_GAPS_FEW_GAPS_H_
#define PROFILER_ANALYSIS_INPUT_GAPS_FEW_GAPS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "profiler/analysis/input/between_steps.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// The few gaps that hold most of the time between steps, where most gaps hold next to none: a
// checkpoint in every hundredth step. No median shows that. The gaps before a step that several
// ranks recorded are one, with the mean of their times.
struct FewGaps {
  std::vector<int64_t> steps;   // the numbers of the steps after these gaps
  int64_t every = 0;            // one step in so many follows such a gap; 0 if it is not regular
  double mean = 0, others = 0;  // of these gaps, and of the others, in picoseconds
  double total = 0, loop = 0;   // of all gaps, and of the loop with its steps, added up
};
// nullopt if the time is in a quarter of the gaps or more and not regular, or in one gap.
std::optional<FewGaps> FindFewGaps(const Profile& profile, const StepTimings& timings,
                                   const LoopTimings& loop);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_GAPS_FEW_GAPS_H_
