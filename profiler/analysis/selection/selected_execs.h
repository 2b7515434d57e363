#ifndef PROFILER_ANALYSIS_SELECTION_SELECTED_EXECS_H_
#define PROFILER_ANALYSIS_SELECTION_SELECTED_EXECS_H_

#include <cstdint>
#include <utility>

#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where the exec rows of selected steps are. Rows of an op are sorted by their step, so that who
// asks for one step of a thousand need not go through them all.
class SelectedExecs {
 public:
  SelectedExecs(const Profile& profile, const SelectedSteps& steps);

  // Rows [first, last): all of the op's in selected steps, and some of others.
  std::pair<uint32_t, uint32_t> Of(OpId op) const;

 private:
  // The first of the rows [first, last) that is of this step or of one behind it.
  uint32_t Find(uint32_t first, uint32_t last, uint32_t step) const;

  const Profile& profile_;
  const bool all_;
  uint32_t first_ = 0, end_ = 0;  // steps: none before, and none from here on, is selected
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SELECTED_EXECS_H_
