#ifndef PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_LANES_H_
#define PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_LANES_H_

#include <string>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The kind and name that each track has in a ProfileProto.
class ExportedLanes {
 public:
  enum class Kind {
    kNone,
    kCpu,          // cpu_execs
    kAccelerator,  // accelerator_execs
    kOverlay,      // only the name, because another lane has the same time
  };
  struct Lane {
    Kind kind = Kind::kNone;
    std::string name;
  };

  ExportedLanes(const Profile& profile, bool compat_tfprof);

  const Lane& operator[](TrackId track) const { return lanes_[track.row()]; }
  // The device's name, in lower case as in tfprof; unchanged if all inputs are tfprof's own files.
  std::string DeviceText(DeviceId device) const;

 private:
  Kind KindOf(const TrackRow& track, bool compat_tfprof) const;
  Lane MakeLane(const TrackRow& track, bool compat_tfprof) const;

  const Profile& profile_;
  const bool all_tfprof_profiles_;
  std::vector<Lane> lanes_;  // by track
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_LANES_H_
