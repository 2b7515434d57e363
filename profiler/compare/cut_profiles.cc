#include "profiler/compare/cut_profiles.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/base/text/listed.h"
#include "profiler/store/derive/steps/cut_files.h"

namespace profiler {
namespace {

// By source, whether something of it is selected.
std::vector<char> SelectedSources(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SourceFilter& filter = selected.source_filter();
  std::vector<char> has(profile.sources.size(), filter.all() ? 1 : 0);
  if (filter.all()) return has;
  for (const TrackRow& track : profile.tracks.values()) {
    if (track.source.valid() && filter.Has(track)) has[track.source.row()] = 1;
  }
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {  // a store may have no tracks
    const SourceId source = profile.steps[StepId(i)].source;
    if (source.valid() && filter.Has(StepId(i), DeviceId())) has[source.row()] = 1;
  }
  return has;
}

}  // namespace

std::string CutFilesText(const Selected& selected) {
  constexpr size_t kMostNamed = 3;
  const Profile& profile = selected.profile();
  const std::vector<char> are_cut = CutFiles(profile), has = SelectedSources(selected);
  std::set<std::string_view> paths;
  for (uint32_t i = 0; i < are_cut.size(); ++i) {
    if (are_cut[i] != 0 && has[i] != 0) {
      paths.insert(profile.strings[profile.sources[SourceId(i)].path]);
    }
  }
  if (paths.empty()) return "";
  const std::vector<std::string_view> names(paths.begin(), paths.end());
  return fmt::format("{} {} cut short, so any of {} steps may lack work", Listed(names, kMostNamed),
                     names.size() == 1 ? "was" : "were", names.size() == 1 ? "its" : "their");
}

}  // namespace profiler
