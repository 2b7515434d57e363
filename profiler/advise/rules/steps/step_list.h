// Steps of a run that StepChecker tells of together: their times, their numbers, and a table of
// them.
#ifndef PROFILER_ADVISE_RULES_STEPS_STEP_LIST_H_
#define PROFILER_ADVISE_RULES_STEPS_STEP_LIST_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/steps/step_times.h"
#include "profiler/base/value.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

using StepTimeList = std::vector<const StepTime*>;

std::vector<double> WallsOf(const StepTimeList& steps);
// Of at least one step.
Value MeanWall(const StepTimeList& steps);
Value MedianWall(const StepTimeList& steps);

// Steps twice as long as the median or longer, of which few follow each other before ordinary ones
// come again: no new level, as that lasts. None if they are more than a quarter of all.
StepTimeList FarSlowerAlone(const StepTimeList& steps);
// `removed` are some of them, in the same order.
StepTimeList Without(const StepTimeList& steps, const StepTimeList& removed);

// Those below twice the time, or all if none is.
StepTimeList UpToTwice(const StepTimeList& steps, Value usual);
// By how much the median step is longer than the two steps before it and the two after it of
// `others`, which are in order as it is.
Value LongerThanNeighbours(const StepTimeList& steps, const StepTimeList& others);

// How many there are: several ranks may have recorded one step, and several steps of a source may
// have one number, as those of two epochs.
size_t CountSteps(const Profile& profile, const StepTimeList& steps);
// The steps' numbers, in order.
std::vector<int64_t> NumbersOf(const StepTimeList& steps);
// The step numbers as text, e.g. "1, 2, 3", "7 to 19 (13 steps)" or as ListedNumbers().
std::string NumbersText(const StepTimeList& steps);
// The same of steps that do not follow each other, e.g. "5, 10, 15, 20, 25, 30 and 3 more".
std::string ListedNumbers(const StepTimeList& steps);
// A value of -step that selects the steps, such as "14..16" or "5,15,25".
std::string StepOption(const StepTimeList& steps);
std::string StepOption(const std::vector<int64_t>& numbers);  // in order

// Of the first steps, which warm up, the one that has most of what they are slower by than `usual`;
// else all.
StepTimeList LongestOf(const StepTimeList& first, Value usual);
// Text such as "step 0 warms up, with 1.2 s (and step 1, with 22.9 ms)", with other verbs "steps 5,
// 6 likely warm up, ...".
struct WarmUpVerbs {
  std::string_view one = "warms up", several = "warm up";
};
std::string WarmUpText(const StepTimeList& first, const StepTimeList& longest,
                       const WarmUpVerbs& verbs);

// A table of the steps in descending order of duration.
Report StepEvidence(const Profile& profile, StepTimeList steps, Value usual);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_STEP_LIST_H_
