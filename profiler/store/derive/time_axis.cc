#include <algorithm>
#include <limits>

#include "profiler/store/derive/derive.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

constexpr int64_t kNoEvent = std::numeric_limits<int64_t>::max();
constexpr Int128 kNever = static_cast<Int128>(1) << 126;

// By source, the begin of its first event or value, in its own time; of a source with a wall clock
// that has neither, the time of its first allocation.
std::vector<int64_t> FirstTimes(const Profile& profile) {
  std::vector<int64_t> first(profile.sources.size(), kNoEvent);
  const auto take = [&](SourceId source, int64_t time) {
    if (source.valid() && time != kUnknown)
      first[source.row()] = std::min(first[source.row()], time);
  };
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const Events& events = profile.events[TrackId(t)];
    if (events.size() > 0) take(profile.tracks[TrackId(t)].source, events.begin[0]);
  }
  for (const Series& series : profile.series) {
    for (const int64_t time : series.time) {
      if (time == kUnknown) continue;
      take(series.source, time);
      break;
    }
  }
  const std::vector<int64_t> with_events = first;
  for (const AllocationRow& row : profile.allocations) {
    if (!row.source.valid() || !RecordsWallClock(profile.sources[row.source])) continue;
    const bool has_events = with_events[row.source.row()] != kNoEvent;
    if (!has_events) take(row.source, row.time);
  }
  return first;
}

}  // namespace

void FindTimeAxis(Profile& profile) {
  TimeAxis& axis = profile.time_axis;
  const std::vector<int64_t> first = FirstTimes(profile);
  Int128 earliest = kNever, earliest_known = kNever;
  for (uint32_t s = 0; s < first.size(); ++s) {
    const SourceRow& source = profile.sources[SourceId(s)];
    Int128 zero = source.clock_offset_ps;
    if (source.epoch_ns != kUnknown) zero += static_cast<Int128>(source.epoch_ns) * 1000;
    axis.zero.push_back(zero);
    axis.is_timed.push_back(first[s] != kNoEvent);
    if (first[s] != kNoEvent && RecordsWallClock(source)) {
      earliest_known = std::min(earliest_known, zero + first[s]);
    }
  }
  for (uint32_t s = 0; s < first.size(); ++s) {
    if (first[s] == kNoEvent) {
      // A heap profile beside a recording tells no time.
      const bool has_clock = RecordsWallClock(profile.sources[SourceId(s)]);
      if (!has_clock && earliest_known != kNever) axis.zero[SourceId(s)] = earliest_known;
      continue;
    }
    if (!RecordsWallClock(profile.sources[SourceId(s)])) {
      ++axis.without_wall_clock;
      if (earliest_known != kNever) axis.zero[SourceId(s)] = earliest_known - first[s];
    }
    earliest = std::min(earliest, axis.At(SourceId(s), first[s]));
  }
  if (earliest != kNever) axis.start = earliest;
}

}  // namespace profiler::derive
