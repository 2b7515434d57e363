#include "profiler/analysis/selection/selected.h"

#include <fmt/format.h>

#include <utility>

namespace profiler {

Selected::Selected(const Profile& profile, const Selection& selection)
    : profile_(profile),
      selection_(std::make_shared<const Selection>(selection)),
      steps_(Resolve(profile, selection.steps)),
      source_filter_(std::make_shared<const SourceFilter>(profile, selection)) {}

std::shared_ptr<const Selected::Steps> Selected::Resolve(const Profile& profile,
                                                         const StepSelection& steps) {
  Steps resolved;
  absl::StatusOr<SelectedSteps> picked = SelectSteps(profile, steps);
  if (picked.ok()) {
    resolved.steps = *std::move(picked);
  } else {
    resolved.status = picked.status();
    resolved.steps.all = false;
    resolved.steps.has.assign(profile.steps.size(), 0);
  }
  return std::make_shared<const Steps>(std::move(resolved));
}

Selected Selected::WithSteps(const StepSelection& steps) const {
  Selection selection = *selection_;
  selection.steps = steps;
  Selected other = *this;
  other.selection_ = std::make_shared<const Selection>(std::move(selection));
  other.steps_ = Resolve(profile_, steps);
  return other;
}

Selected Selected::OnAllDevices() const {
  if (selection_->devices.all()) return *this;
  Selection places = *selection_;
  places.devices = Query().selection.devices;
  return At(std::move(places));
}

Selected Selected::AtAllPlaces() const {
  Selection places = *selection_;
  const RegexSet all = Query().selection.sources;
  places.sources = places.hosts = places.ranks = places.devices = all;
  return At(std::move(places));
}

Selected Selected::At(Selection places) const {
  Selected other = *this;
  other.source_filter_ = std::make_shared<const SourceFilter>(profile_, places);
  other.selection_ = std::make_shared<const Selection>(std::move(places));
  return other;
}

std::string Selected::Key() const {
  return fmt::format("step {}, places {}", steps().all ? "all" : selection_->steps.text(),
                     SourceFilterKey(*selection_));
}

}  // namespace profiler
