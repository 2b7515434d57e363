#ifndef PROFILER_ANALYSIS_SELECTION_SELECTED_STEPS_H_
#define PROFILER_ANALYSIS_SELECTION_SELECTED_STEPS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/selection/step_selection.h"
#include "profiler/store/profile.h"

namespace profiler {

// The steps of a profile that -step selects.
struct SelectedSteps {
  std::vector<char> has;    // by step: whether the step is selected
  bool all = true;          // nothing is left out, not even time outside of steps
  bool one_number = false;  // all selected steps have the same number

  bool Has(StepId step) const { return step.valid() ? has[step.row()] != 0 : all; }
};

// Returns NotFound if a number or range selects no step; the message lists the existing steps.
absl::StatusOr<SelectedSteps> SelectSteps(const Profile& profile, const StepSelection& selection);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SELECTED_STEPS_H_
