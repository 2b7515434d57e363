#include "profiler/export/store/store_selection.h"

namespace profiler {

StoreSelection::StoreSelection(const Selected& selected)
    : profile_(selected.profile()),
      steps_(selected.steps()),
      source_filter_(selected.source_filter()),
      all_(selected.all()),
      mapped_(profile_.steps.size()),
      counts_as_(profile_.steps.size()) {
  std::vector<StepId> first(profile_.steps.size());  // by counts_as: the first selected step
  for (uint32_t i = 0; i < profile_.steps.size(); ++i) {
    const StepId step(i);
    if (!all_ && !(steps_.Has(step) && HasAnyPlace(step))) continue;
    mapped_[i] = StepId(static_cast<uint32_t>(kept_.size()));
    kept_.push_back(step);
    const StepId same = profile_.steps[step].counts_as;
    StepId& representative = first[(same.valid() ? same : step).row()];
    if (representative.valid()) {
      counts_as_[i] = representative;
    } else {
      representative = mapped_[i];
    }
  }
}

bool StoreSelection::HasAnyPlace(StepId step) const {
  if (source_filter_.Has(step, DeviceId())) return true;
  for (uint32_t d = 0; d < profile_.devices.size(); ++d) {
    if (source_filter_.Has(step, DeviceId(d))) return true;
  }
  return false;
}

}  // namespace profiler
