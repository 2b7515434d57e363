#ifndef PROFILER_ANALYSIS_SELECTION_SELECTED_H_
#define PROFILER_ANALYSIS_SELECTION_SELECTED_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "profiler/analysis/selection/places.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a query is about: a profile, and the steps and places of it that the query's selection
// picks. It is resolved once, where the query is asked; each analysis takes it. Copies share what
// was resolved.
class Selected {
 public:
  // The profile must outlive it. It is the one that -from, -to and -step_event leave, which are
  // applied before (engine/transform.h).
  Selected(const Profile& profile, const Selection& selection);

  const Profile& profile() const { return profile_; }
  const Selection& selection() const { return *selection_; }

  // NotFound if -step names a step that was not recorded; steps() is then empty. Analyses that look
  // at steps call it first.
  absl::Status CheckSteps() const { return steps_->status; }
  const SelectedSteps& steps() const { return steps_->steps; }
  const Places& places() const { return *places_; }
  // Nothing of the profile is left out.
  bool all() const { return steps().all && places().all(); }

  // The same places in other steps.
  Selected WithSteps(const StepSelection& steps) const;
  Selected WithAllSteps() const { return WithSteps(StepSelection()); }
  // The same steps and places, whatever -device says.
  Selected OnAllDevices() const;
  // The same steps at all places.
  Selected AtAllPlaces() const;

  // Tells the steps and places of selections of one profile apart, as a part of a cache's key.
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
  std::shared_ptr<const Places> places_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SELECTED_H_
