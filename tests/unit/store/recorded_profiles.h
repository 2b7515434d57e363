// The profiles of testdata, for what holds of every profile.
#ifndef TESTS_UNIT_STORE_RECORDED_PROFILES_H_
#define TESTS_UNIT_STORE_RECORDED_PROFILES_H_

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "profiler/store/profile.h"

namespace profiler {

// All files of testdata that can be opened, except expected answers.
inline std::vector<std::pair<std::string, Profile>> RecordedProfiles() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("testdata")) {
    const std::string path = entry.path();
    const bool is_answer = path.find("expected") != std::string::npos;
    if (entry.is_regular_file() && !is_answer) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::pair<std::string, Profile>> profiles;
  for (const std::string& path : paths) {
    RunContext context;
    OpenRequest request;
    request.profile_paths = {path};
    absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
    if (opened.ok()) profiles.emplace_back(path, std::move(opened->profile));
  }
  return profiles;
}

// The last end of an event, from the start; 0 if nothing has a time.
inline int64_t LengthOf(const Profile& profile) {
  Int128 end = 0;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const Events& events = profile.events[TrackId(t)];
    for (size_t e = 0; e < events.size(); ++e) {
      end = std::max(end, profile.time_axis.FromStart(profile.tracks[TrackId(t)].source,
                                                      events.begin[e] + events.duration[e]));
    }
  }
  return static_cast<int64_t>(std::min<Int128>(end, INT64_MAX / 2));
}

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_RECORDED_PROFILES_H_
