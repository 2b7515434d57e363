#ifndef PROFILER_ADVISE_RULES_STEPS_OUTLIER_GROUPS_H_
#define PROFILER_ADVISE_RULES_STEPS_OUTLIER_GROUPS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/step_classes.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/base/value.h"

namespace profiler {

// Slow steps that are told together, as one cause is likely, and the steps that they are compared
// with.
struct OutlierGroup {
  std::string name = "";  // what they have in common: a mark, a function, a rank; may be empty
  StepTimeList slow = {}, others = {};
  bool is_regular = false;  // all of them do work at regular intervals, as do the others
  // The mean of the slow ones, the median of the others, and by how much the mean is longer. In
  // picoseconds; without that work, which is told by itself, unless it goes on beside most of the
  // step.
  Value mean = 0, usual = 0, excess = 0;
  bool without_regular = false;
};

// Those whose cause is known least come last.
absl::StatusOr<std::vector<OutlierGroup>> GroupsOfOutliers(const RuleInput& input,
                                                           const StepClasses& classes);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_OUTLIER_GROUPS_H_
