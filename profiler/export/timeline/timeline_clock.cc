#include "profiler/export/timeline/timeline_clock.h"

#include <limits>

namespace profiler {
namespace {

bool IsFiner(const SourceRow& source) {
  return source.resolution_ps == kUnknown || source.resolution_ps % kPicosPerMicro != 0;
}

}  // namespace

TimelineClock::TimelineClock(const Profile& profile) : profile_(profile) {
  const TimeAxis& axis = profile.time_axis;
  bool is_finer = false;
  for (uint32_t s = 0; s < axis.is_timed.size(); ++s) {
    is_finer |= axis.is_timed[s] && IsFiner(profile.sources[SourceId(s)]);
  }
  if (!is_finer) return;
  const Int128 base_ns = axis.start / 1000;
  if (base_ns <= 0 || base_ns > std::numeric_limits<int64_t>::max()) return;
  base_ns_ = static_cast<int64_t>(base_ns);
  base_ = base_ns * 1000;
}

Int128 TimelineClock::Recorded(SourceId source, int64_t time) const {
  const int64_t unit = profile_.sources[source].resolution_ps;
  const Int128 picos = static_cast<Int128>(time) * (unit == kUnknown ? 1 : unit);
  return picos - base_;
}

}  // namespace profiler
