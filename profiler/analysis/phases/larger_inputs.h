#ifndef PROFILER_ANALYSIS_PHASES_LARGER_INPUTS_H_
#define PROFILER_ANALYSIS_PHASES_LARGER_INPUTS_H_

#include <optional>
#include <string>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/slow/step_growth.h"

namespace profiler {

// An op whose inputs are larger in slow steps than in any of the others, as of a longer batch.
struct LargerInputs {
  std::string op;
  std::string in_slow, in_others;  // a shape of each, "16x1536"; that of others is their largest
};

// The first such op of the first slow step, if it and others take half of the time or more of the
// ops of slow steps whose shapes are known; nullopt else, as where no shapes were recorded.
std::optional<LargerInputs> FindLargerInputs(const Selected& selected, const ComparedSteps& steps);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_LARGER_INPUTS_H_
