#include "profiler/analysis/time/run_begin.h"

#include <algorithm>
#include <optional>

namespace profiler {

Int128 BeginOf(const Profile& profile, const std::vector<SourceId>& sources) {
  std::optional<Int128> begin;
  const auto take = [&](SourceId source, int64_t time) {
    if (time == kUnknown || std::find(sources.begin(), sources.end(), source) == sources.end()) {
      return;
    }
    const Int128 at = profile.time_axis.At(source, time);
    begin = begin ? std::min(*begin, at) : at;
  };
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const Events& events = profile.events[TrackId(t)];
    if (events.size() > 0) take(profile.tracks[TrackId(t)].source, events.begin[0]);
  }
  for (const Series& series : profile.series) {
    const auto first = std::find_if(series.time.begin(), series.time.end(),
                                    [](int64_t time) { return time != kUnknown; });
    if (series.source.valid() && first != series.time.end()) take(series.source, *first);
  }
  return begin.value_or(profile.time_axis.start);
}

}  // namespace profiler
