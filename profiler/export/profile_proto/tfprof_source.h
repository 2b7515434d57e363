#ifndef PROFILER_EXPORT_PROFILE_PROTO_TFPROF_SOURCE_H_
#define PROFILER_EXPORT_PROFILE_PROTO_TFPROF_SOURCE_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// The source is a ProfileProto already: tfprof's rules were applied when it was written.
inline bool IsTfprofProfile(const Profile& profile, SourceId source) {
  return profile.strings[profile.sources[source].format] == "tfprof_profile";
}

inline bool AllTfprofProfiles(const Profile& profile) {
  for (uint32_t i = 0; i < profile.sources.size(); ++i) {
    if (!IsTfprofProfile(profile, SourceId(i))) return false;
  }
  return true;
}

// The source is a graph or RunMetadata, which tfprof reads by rules of its own.
inline bool IsTensorFlowRun(const Profile& profile, SourceId source) {
  const std::string_view format = profile.strings[profile.sources[source].format];
  return format == "run_metadata" || format == "graph_def";
}

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_TFPROF_SOURCE_H_
