#ifndef PROFILER_ANALYSIS_SELECTION_COUNTED_STEPS_H_
#define PROFILER_ANALYSIS_SELECTION_COUNTED_STEPS_H_

#include <cstdint>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// What means per step are of: the selected whole steps. Where no step is whole, all that is
// selected counts.
class CountedSteps {
 public:
  explicit CountedSteps(const Selected& selected)
      : profile_(selected.profile()), selected_(selected.steps()) {
    for (uint32_t s = 0; s < profile_.steps.size(); ++s) has_whole_ |= IsWhole(StepId(s));
  }

  bool has_whole() const { return has_whole_; }
  bool Has(StepId step) const { return has_whole_ ? IsWhole(step) : selected_.Has(step); }

 private:
  bool IsWhole(StepId step) const {
    if (!step.valid() || !selected_.Has(step)) return false;
    const StepRow& row = profile_.steps[step];
    return !row.partial && row.found_by != StepFoundBy::kWhole;
  }

  const Profile& profile_;
  const SelectedSteps& selected_;
  bool has_whole_ = false;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_COUNTED_STEPS_H_
