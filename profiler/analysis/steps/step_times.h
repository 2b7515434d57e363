#ifndef PROFILER_ANALYSIS_STEPS_STEP_TIMES_H_
#define PROFILER_ANALYSIS_STEPS_STEP_TIMES_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A step of the job: one that several sources hold is one, as long as the longest of them.
struct StepTime {
  int64_t number = kUnknown;
  uint32_t run = 0;           // as in Runs
  std::vector<StepId> steps;  // of each source
  Int128 wall = 0;            // from its begin to its end
  Int128 summed = 0;          // op time, added up
};

// By run, then by number. Of places that are selected only the time from the first op to the last
// counts. Steps of unknown number or length, cut ones and what is no step (StepFoundBy::kWhole) are
// left out.
std::vector<StepTime> StepTimes(const Selected& selected, const Runs& runs);

// An op type, or a part of the step that users marked, that took more time in some steps than in
// others: means over them.
struct TypeGrowth {
  std::string type;
  Int128 in_slow = 0, in_others = 0;
};
// The one that grew most, if any did.
std::optional<TypeGrowth> MostGrownType(const Selected& selected,
                                        const std::vector<const StepTime*>& slow,
                                        const std::vector<const StepTime*>& others);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_TIMES_H_
