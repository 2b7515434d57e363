#ifndef PROFILER_ANALYSIS_SELECTION_SELECTED_STEPS_H_
#define PROFILER_ANALYSIS_SELECTION_SELECTED_STEPS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/query/selection/step_selection.h"
#include "profiler/store/profile.h"

namespace profiler {

// The steps of a profile that -step picks.
struct SelectedSteps {
  std::vector<char> has;    // by step
  bool all = true;          // nothing is left out, also not what ran outside every step
  bool one_number = false;  // all that are picked have the same number

  bool Has(StepId step) const { return step.valid() ? has[step.row()] != 0 : all; }
};

// NotFound names a number that no step has, or a range without any step, and lists the steps there
// are.
absl::StatusOr<SelectedSteps> SelectSteps(const Profile& profile, const StepSelection& selection);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SELECTED_STEPS_H_
