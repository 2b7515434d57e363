#include "profiler/export/timeline_clock.h"

#include <algorithm>
#include <limits>

namespace profiler {
namespace {

constexpr int64_t kNoEvent = std::numeric_limits<int64_t>::max();
constexpr Int128 kNever = static_cast<Int128>(1) << 126;

// By source: when its first event or counter begins, in its own time.
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
  for (const CounterRow& counter : profile.counters) take(counter.source, counter.time);
  return first;
}

bool IsFiner(const SourceRow& source) {
  return source.resolution_ps == kUnknown || source.resolution_ps % kPicosPerMicro != 0;
}

}  // namespace

TimelineClock::TimelineClock(const Profile& profile) : profile_(profile) {
  for (const SourceRow& source : profile.sources.values()) {
    Int128 zero = source.clock_offset_ps;
    if (source.epoch_ns != kUnknown) zero += static_cast<Int128>(source.epoch_ns) * 1000;
    zero_.push_back(zero);
  }
  const std::vector<int64_t> first = FirstTimes(profile);
  AlignUnknown(first);
  ChooseBase(first);
}

void TimelineClock::AlignUnknown(const std::vector<int64_t>& first) {
  Int128 earliest = kNever;
  const auto is_known = [&](uint32_t i) {
    const SourceRow& source = profile_.sources[SourceId(i)];
    return source.epoch_ns != kUnknown || source.clock_offset_found_by.valid();
  };
  for (uint32_t i = 0; i < zero_.size(); ++i) {
    if (first[i] != kNoEvent && is_known(i)) earliest = std::min(earliest, zero_[i] + first[i]);
  }
  for (uint32_t i = 0; i < zero_.size(); ++i) {
    if (first[i] == kNoEvent || is_known(i)) continue;
    ++without_wall_clock_;
    if (earliest != kNever) zero_[i] = earliest - first[i];
  }
}

void TimelineClock::ChooseBase(const std::vector<int64_t>& first) {
  bool is_finer = false;
  Int128 earliest = kNever;
  for (uint32_t i = 0; i < zero_.size(); ++i) {
    if (first[i] == kNoEvent) continue;
    is_finer |= IsFiner(profile_.sources[SourceId(i)]);
    earliest = std::min(earliest, zero_[i] + first[i]);
  }
  if (!is_finer) return;
  const Int128 base = earliest / kPicosPerMicro * kPicosPerMicro;
  const Int128 base_ns = base / 1000;
  if (base_ns <= 0 || base_ns > std::numeric_limits<int64_t>::max()) return;
  base_ns_ = static_cast<int64_t>(base_ns);
  for (Int128& zero : zero_) zero -= base;
}

Int128 TimelineClock::Recorded(SourceId source, int64_t time) const {
  const int64_t unit = profile_.sources[source].resolution_ps;
  const Int128 picos = static_cast<Int128>(time) * (unit == kUnknown ? 1 : unit);
  return base_ns_ == kUnknown ? picos : picos - static_cast<Int128>(base_ns_) * 1000;
}

}  // namespace profiler
