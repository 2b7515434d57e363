// Steps of which about half take far longer than the others.
#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_TWO_LEVEL_STEPS_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_TWO_LEVEL_STEPS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/judge/judged_steps.h"

namespace profiler {

// Of steps after the warm-up at two levels of time that take turns (FindTwoLevels), whose standard
// deviation is more than `most_variation` of the mean, unless they do so as some compile, which is
// told of the steps' variation. No time is typical of them: none of `of` is an outlier and their
// mean is the usual one afterwards.
absl::StatusOr<std::optional<Finding>> TwoLevelFinding(JudgedSteps& of, double most_variation);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_TWO_LEVEL_STEPS_H_
