#ifndef PROFILER_EXPORT_STORE_STORE_SELECTION_H_
#define PROFILER_EXPORT_STORE_STORE_SELECTION_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// The steps and executions that a query selects for a store, and their row numbers in the store.
// The rows of other tables keep their numbers.
class StoreSelection {
 public:
  explicit StoreSelection(const Selected& selected);

  // Whether executions in the step on the device are selected. An invalid step means outside every
  // step.
  bool Has(StepId step, DeviceId device) const {
    return all_ || (steps_.Has(step) && source_filter_.Has(step, device));
  }
  // Whether the track's events in the step are selected.
  bool Has(StepId step, const TrackRow& track) const {
    return all_ || (steps_.Has(step) && source_filter_.Has(track));
  }
  bool all() const { return all_; }

  const std::vector<StepId>& steps() const { return kept_; }
  // The step's id in the store, or invalid if the step is not selected.
  StepId Mapped(StepId step) const { return step.valid() ? mapped_[step.row()] : step; }
  // The value of StepRow::counts_as in the store. If the first of several steps that count as one
  // is left out, the next of them represents the others.
  StepId CountsAs(StepId step) const { return counts_as_[step.row()]; }

 private:
  bool HasAnyPlace(StepId step) const;

  const Profile& profile_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  const bool all_;
  std::vector<StepId> kept_;
  std::vector<StepId> mapped_, counts_as_;  // by the profile's step ids
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_SELECTION_H_
