#ifndef PROFILER_ANALYSIS_SELECTION_SELECTED_EXECS_H_
#define PROFILER_ANALYSIS_SELECTION_SELECTED_EXECS_H_

#include <cstdint>
#include <utility>

#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// Finds the exec rows of selected steps. An op's rows are sorted by step, so no full scan is needed
// to find one step.
class SelectedExecs {
 public:
  SelectedExecs(const Profile& profile, const SelectedSteps& steps);

  // Returns rows [first, last): all rows of the op in selected steps, and possibly some in other
  // steps.
  std::pair<uint32_t, uint32_t> Of(OpId op) const;

 private:
  // The first of the rows [first, last) whose step is `step` or later.
  uint32_t Find(uint32_t first, uint32_t last, uint32_t step) const;

  const Profile& profile_;
  const bool all_;
  uint32_t first_ = 0, end_ = 0;  // all selected steps are in [first_, end_)
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SELECTED_EXECS_H_
