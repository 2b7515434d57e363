#ifndef PROFILER_ADVISE_RULES_STEPS_JUDGE_EVALUATION_TIME_H_
#define PROFILER_ADVISE_RULES_STEPS_JUDGE_EVALUATION_TIME_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/step_kinds.h"

namespace profiler {

// How much of the time of a run's steps is evaluation, by the names of their marks; nullopt if that
// is little, or if no other steps were recorded. A fact: a recording may hold more evaluation than
// the job does.
std::optional<Finding> EvaluationFinding(const Profile& profile, const std::vector<StepKind>& kinds,
                                         const std::string& run);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_JUDGE_EVALUATION_TIME_H_
