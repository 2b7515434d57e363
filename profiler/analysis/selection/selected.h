#ifndef PROFILER_ANALYSIS_SELECTION_SELECTED_H_
#define PROFILER_ANALYSIS_SELECTION_SELECTED_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/analysis/selection/source_filter.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A profile and the steps and places that a query selects. Computed once per query and passed to
// each analysis. Copies share the computed selection.
class Selected {
 public:
  // The profile must outlive this object, and must have -from, -to and -step_event applied
  // (engine/transform.h).
  Selected(const Profile& profile, const Selection& selection);

  const Profile& profile() const { return profile_; }
  const Selection& selection() const { return *selection_; }

  // NotFound if -step names a step that was not recorded; steps() is then empty. Analyses that use
  // steps must call this first.
  absl::Status CheckSteps() const { return steps_->status; }
  const SelectedSteps& steps() const { return steps_->steps; }
  const SourceFilter& source_filter() const { return *source_filter_; }
  // Whether nothing of the profile is left out.
  bool all() const { return steps().all && source_filter().all(); }

  // Selects the same places and other steps.
  Selected WithSteps(const StepSelection& steps) const;
  Selected WithAllSteps() const { return WithSteps(StepSelection()); }
  // Selects the same steps and places, but ignores -device.
  Selected OnAllDevices() const;
  // Selects the same steps and all places.
  Selected AtAllPlaces() const;

  // A string that identifies the selected steps and places within a profile, for use in cache keys.
  std::string Key() const;

 private:
  struct Steps {
    SelectedSteps steps;
    absl::Status status;
  };

  Selected At(Selection places) const;
  static std::shared_ptr<const Steps> Resolve(const Profile& profile, const StepSelection& steps);

  const Profile& profile_;
  std::shared_ptr<const Selection> selection_;
  std::shared_ptr<const Steps> steps_;
  std::shared_ptr<const SourceFilter> source_filter_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SELECTED_H_
