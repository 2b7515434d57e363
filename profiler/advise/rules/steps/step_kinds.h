// The steps of a run by the mark that made them: training and evaluation are not compared.
#ifndef PROFILER_ADVISE_RULES_STEPS_STEP_KINDS_H_
#define PROFILER_ADVISE_RULES_STEPS_STEP_KINDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/store/profile.h"

namespace profiler {

struct StepKind {
  std::string mark;  // the name that its marks share; empty if all steps are of one kind
  StepTimeList steps;
};

// In the order of their first steps. All steps are one kind where most are of marks that made fewer
// than `least` of them: such names tell steps apart, not kinds.
std::vector<StepKind> KindsOfSteps(const Profile& profile, StepTimeList steps, size_t least);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_STEP_KINDS_H_
