#ifndef PROFILER_EXPORT_STORE_STORE_SELECTION_H_
#define PROFILER_EXPORT_STORE_STORE_SELECTION_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// Which steps and executions a query narrows a store to, and what rows they are there. Tables that
// are not narrowed keep their rows.
class StoreSelection {
 public:
  explicit StoreSelection(const Selected& selected);

  // Executions in the step (or outside every step) on the device.
  bool Has(StepId step, DeviceId device) const {
    return all_ || (steps_.Has(step) && places_.Has(step, device));
  }
  // The same of what a track holds.
  bool Has(StepId step, const TrackRow& track) const {
    return all_ || (steps_.Has(step) && places_.Has(track));
  }
  bool all() const { return all_; }

  const std::vector<StepId>& steps() const { return kept_; }
  // In the store, or none.
  StepId Mapped(StepId step) const { return step.valid() ? mapped_[step.row()] : step; }
  // As what the step counts there. Of several whose first one is left out, the next is the first.
  StepId CountsAs(StepId step) const { return counts_as_[step.row()]; }

 private:
  bool HasAnyPlace(StepId step) const;

  const Profile& profile_;
  const SelectedSteps& steps_;
  const Places& places_;
  const bool all_;
  std::vector<StepId> kept_;
  std::vector<StepId> mapped_, counts_as_;  // by step of the profile
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_SELECTION_H_
