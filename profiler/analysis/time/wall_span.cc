#include "profiler/analysis/time/wall_span.h"

#include <algorithm>

#include "profiler/base/int128.h"

namespace profiler {

Value OnWallScale(const Profile& profile, SourceId source, int64_t time) {
  const SourceRow& row = profile.sources[source];
  const Value zero =
      row.epoch_ns == kUnknown ? 0 : static_cast<Value>(row.epoch_ns) * kPicosPerNano;
  return zero + row.clock_offset_ps + time;
}

void WallSpan::Add(const Profile& profile, SourceId source, int64_t begin, int64_t end) {
  if (begin == kUnknown || end == kUnknown) return;
  const bool has_clock = profile.sources[source].epoch_ns != kUnknown;
  const Value first = OnWallScale(profile, source, begin), last = OnWallScale(profile, source, end);
  const bool is_first = !source_.valid();
  if (is_first) source_ = source;
  comparable_ &= source == source_ || (has_clock && profile.sources[source_].epoch_ns != kUnknown);
  begin_ = is_first ? first : std::min(begin_, first);
  end_ = is_first ? last : std::max(end_, last);
}

}  // namespace profiler
