#include "profiler/advise/rules/accelerators/use/device_names.h"

#include <fmt/format.h>

#include <set>

#include "profiler/advise/rules/common/place.h"
#include "profiler/report/report.h"

namespace profiler {

std::string DeviceNames::Of(DeviceId device) const {
  return std::string(profile_.strings[profile_.devices[device].name]);
}

std::string DeviceNames::Of(DeviceId device, uint32_t run) const {
  Finding finding;
  Place(device, run, finding);
  const bool is_told = !runs_.are_several() || !finding.place.empty();
  return is_told ? Of(device) : fmt::format("{} of the run {}", Of(device), runs_.names[run]);
}

void DeviceNames::Place(DeviceId device, uint32_t run, Finding& finding) const {
  if (!runs_.are_several()) return SetPlace(profile_, device, finding);
  const std::vector<SourceId> recorded = SourcesOf(device, run);
  SetPlace(profile_, recorded.empty() ? runs_.SourcesOf(run) : recorded, finding);
}

std::vector<SourceId> DeviceNames::SourcesOf(DeviceId device, uint32_t run) const {
  std::set<SourceId> sources;
  for (const TrackRow& track : profile_.tracks.values()) {
    const bool is_of_run = runs_.of_source[track.source.row()] == run;
    if (is_of_run && track.device == device) sources.insert(track.source);
  }
  return {sources.begin(), sources.end()};
}

}  // namespace profiler
