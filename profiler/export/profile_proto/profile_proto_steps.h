#ifndef PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_STEPS_H_
#define PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_STEPS_H_

#include <cstdint>
#include <set>
#include <vector>

#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// The numbers under which a ProfileProto holds the selected steps. Two steps share a number when
// they are one step that several sources hold; others get numbers of their own.
class ExportedSteps {
 public:
  ExportedSteps(const Profile& profile, const SelectedSteps& selected);

  bool Has(StepId step) const { return step.valid() && selected_.Has(step); }
  int64_t NumberOf(StepId step) const { return numbers_[step.row()]; }
  // What ProfileProto.steps says; executions may name others.
  const std::set<int64_t>& listed() const { return listed_; }
  // Steps that could not keep their number, as another input has one of that number.
  int64_t renumbered() const { return renumbered_; }

 private:
  SelectedSteps selected_;
  std::vector<int64_t> numbers_;  // by step
  std::set<int64_t> listed_;
  int64_t renumbered_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_STEPS_H_
