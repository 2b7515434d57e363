#ifndef PROFILER_EXPORT_PROFILE_PROTO_TFPROF_SOURCE_H_
#define PROFILER_EXPORT_PROFILE_PROTO_TFPROF_SOURCE_H_

#include "profiler/store/profile.h"

namespace profiler {

// Whether the source is a ProfileProto, so that tfprof applied its rules already when writing the
// file.
inline bool IsTfprofProfile(const Profile& profile, SourceId source) {
  return profile.sources[source].tfprof_rules == TfprofRules::kApplied;
}

inline bool AllTfprofProfiles(const Profile& profile) {
  for (uint32_t i = 0; i < profile.sources.size(); ++i) {
    if (!IsTfprofProfile(profile, SourceId(i))) return false;
  }
  return true;
}

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_TFPROF_SOURCE_H_
