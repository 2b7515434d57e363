#ifndef PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_STEPS_H_
#define PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_STEPS_H_

#include <cstdint>
#include <set>
#include <vector>

#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// The numbers of the selected steps in a ProfileProto. Steps of several sources share a number if
// they are the same training step; all other steps get separate numbers.
class ExportedSteps {
 public:
  ExportedSteps(const Profile& profile, const SelectedSteps& selected);

  bool Has(StepId step) const { return step.valid() && selected_.Has(step); }
  int64_t NumberOf(StepId step) const { return numbers_[step.row()]; }
  // The content of ProfileProto.steps; executions may have other step numbers.
  const std::set<int64_t>& listed() const { return listed_; }
  // The number of steps with a new number, because another input uses the same number.
  int64_t renumbered() const { return renumbered_; }

 private:
  SelectedSteps selected_;
  std::vector<int64_t> numbers_;  // by step
  std::set<int64_t> listed_;
  int64_t renumbered_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_STEPS_H_
