#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_LEVEL_CHANGES_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_LEVEL_CHANGES_H_

#include <cstddef>
#include <optional>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/judge/judged_steps.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/analysis/steps/slow/growing_work.h"

namespace profiler {

// Of steps at two levels of time, the second of which begins at index `first`. No single time is
// typical of them; the usual one of `of` is that of the first level afterwards.
absl::StatusOr<Finding> ShiftFinding(const StepTimeList& steps, size_t first,
                                     const std::optional<GrowingWork>& growing, JudgedSteps& of);

// Of steps that do more and more work. No single time is typical of them either, however much they
// vary; the usual one of `of` is their median afterwards.
Finding GrowingFinding(const GrowingWork& work, JudgedSteps& of);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_LEVEL_CHANGES_H_
