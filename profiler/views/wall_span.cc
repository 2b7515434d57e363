#include "profiler/views/wall_span.h"

#include <algorithm>

namespace profiler {

void WallSpan::Add(const Profile& profile, SourceId source, int64_t begin, int64_t end) {
  if (begin == kUnknown || end == kUnknown) return;
  const SourceRow& row = profile.sources[source];
  const bool has_clock = row.epoch_ns != kUnknown;
  constexpr Value kPicosPerNano = 1000;
  const Value zero =
      row.clock_offset_ps + (has_clock ? static_cast<Value>(row.epoch_ns) * kPicosPerNano : 0);
  const bool is_first = !source_.valid();
  if (is_first) source_ = source;
  comparable_ &= source == source_ || (has_clock && profile.sources[source_].epoch_ns != kUnknown);
  begin_ = is_first ? zero + begin : std::min(begin_, zero + begin);
  end_ = is_first ? zero + end : std::max(end_, zero + end);
}

}  // namespace profiler
