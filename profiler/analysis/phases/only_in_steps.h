#ifndef PROFILER_ANALYSIS_PHASES_ONLY_IN_STEPS_H_
#define PROFILER_ANALYSIS_PHASES_ONLY_IN_STEPS_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"

namespace profiler {

// Less than 1 of so many parts of what slow steps take longer explains little.
inline constexpr int kLeastOfSlowness = 3;

// What a thread of a host ran in the slow steps and in none of the others: a mark, a function or an
// op, by its outermost event.
struct OnlyInSteps {
  std::string name;
  Value time = 0;     // in the mean of the slow steps and processes that ran it, in picoseconds
  Value longest = 0;  // of a process in one of them
};

// The one that takes most time, of those that ran in at least four of five slow steps; nullopt if
// there is none.
std::optional<OnlyInSteps> MostOnlyIn(const Selected& selected, const ComparedSteps& steps);

// By slow step, the user's mark that takes most time in it of those that run in none of the others,
// if it explains a third of what the step takes longer than they do; else "". Marks whose names
// differ in digits alone are one.
std::vector<std::string> MarksOnlyIn(const Selected& selected, const ComparedSteps& steps);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_ONLY_IN_STEPS_H_
