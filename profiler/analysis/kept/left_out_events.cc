#include "profiler/analysis/kept/left_out_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace profiler {

bool LacksEvents(const Profile& profile) {
  const std::vector<SourceRow>& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.without_events; });
}

bool LacksAllEvents(const Profile& profile) {
  const std::vector<SourceRow>& sources = profile.sources.values();
  return LacksEvents(profile) &&
         std::all_of(sources.begin(), sources.end(), [](const SourceRow& source) {
           return source.without_events || source.is_beside_profile;
         });
}

std::string SourcesWithoutEvents(const Profile& profile) {
  std::string_view first;
  size_t count = 0;
  for (const SourceRow& source : profile.sources.values()) {
    if (source.without_events && ++count == 1) first = profile.strings[source.path];
  }
  if (count <= 1) return std::string(first);
  return fmt::format("{} and {} other{}", first, count - 1, count == 2 ? "" : "s");
}

bool LacksDeviceTimes(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.misses_accelerator_stream; });
}

}  // namespace profiler
