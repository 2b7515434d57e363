#include "profiler/analysis/time/work_spans.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"

namespace profiler {

std::vector<Int128> WorkSpans(const Selected& selected) {
  std::map<std::pair<DeviceId, SourceId>, Interval> spans;
  for (const Track track : Tracks(selected, HoldsDeviceWork)) {
    if (!track.row.device.valid()) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!selected.steps().Has(events.step[e])) continue;
      const int64_t begin = events.begin[e], end = begin + events.duration[e];
      const auto [at, is_new] =
          spans.try_emplace({track.row.device, track.row.source}, Interval{begin, end});
      if (is_new) continue;
      at->second.begin = std::min(at->second.begin, begin);
      at->second.end = std::max(at->second.end, end);
    }
  }
  std::vector<Int128> of_device(selected.profile().devices.size());
  for (const auto& [place, span] : spans) {
    of_device[place.first.row()] += Int128{span.end} - span.begin;
  }
  return of_device;
}

}  // namespace profiler
