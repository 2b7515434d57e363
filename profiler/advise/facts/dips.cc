#include "profiler/advise/facts/dips.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "profiler/store/event_name.h"

namespace profiler {
namespace {

bool IsTimed(const StepRow& step) {
  return step.begin != kUnknown && step.end != kUnknown && step.found_by != StepFoundBy::kWhole;
}

TimeInterval StepsOrSamples(const Profile& profile, const NodeUse& node) {
  TimeInterval all = {0, 0};
  bool any = false;
  for (const StepRow& step : profile.steps.values()) {
    if (!IsTimed(step)) continue;
    const TimeInterval one = {profile.time_axis.FromStart(step.source, step.begin),
                              profile.time_axis.FromStart(step.source, step.end)};
    all =
        any ? TimeInterval(std::min(all.first, one.first), std::max(all.second, one.second)) : one;
    any = true;
  }
  if (!any && !node.times.empty()) return {node.times.front(), node.times.back()};
  return all;
}

Int128 Median(std::vector<Int128> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Int128 PeriodOf(const std::vector<TimeInterval>& intervals) {
  constexpr size_t kFewest = 5;
  constexpr double kAlike = 0.2, kMost = 0.8;
  if (intervals.size() < kFewest) return 0;
  std::vector<Int128> apart;
  for (size_t i = 1; i < intervals.size(); ++i) {
    apart.push_back(intervals[i].first - intervals[i - 1].first);
  }
  const Int128 period = Median(apart);
  const auto alike = std::count_if(apart.begin(), apart.end(), [&](Int128 one) {
    return std::abs(static_cast<double>(one - period)) <= kAlike * static_cast<double>(period);
  });
  return static_cast<double>(alike) >= kMost * static_cast<double>(apart.size()) ? period : 0;
}

Int128 Length(const TimeInterval& interval) { return interval.second - interval.first; }

// The part of [begin, end) that lies in the intervals.
Int128 Overlap(const std::vector<TimeInterval>& intervals, Int128 begin, Int128 end) {
  const auto before = [](const TimeInterval& interval, Int128 time) {
    return interval.second <= time;
  };
  Int128 sum = 0;
  for (auto it = std::lower_bound(intervals.begin(), intervals.end(), begin, before);
       it != intervals.end() && it->first < end; ++it) {
    sum += std::min(it->second, end) - std::max(it->first, begin);
  }
  return sum;
}

bool IsWork(const TrackRow& track) {
  return track.role == TrackRole::kExec && track.kind != TrackKind::kMarker;
}

bool IsOn(const Profile& profile, const TrackRow& track, const std::string& node) {
  const std::string_view of_source = profile.strings[profile.sources[track.source].host];
  const std::string_view host =
      track.device.valid() ? profile.strings[profile.devices[track.device].host] : of_source;
  return node.empty() || host.empty() || host == node;
}

}  // namespace

double Dips::share() const {
  Int128 sum = 0;
  for (const TimeInterval& interval : intervals) sum += Length(interval);
  const Int128 all = Length(within);
  return all > 0 ? static_cast<double>(sum) / static_cast<double>(all) : 0;
}

Dips FindDips(const Profile& profile, const NodeUse& node, const std::vector<double>& use,
              double limit) {
  Dips dips;
  dips.within = StepsOrSamples(profile, node);
  double inside = 0, outside = 0;
  size_t count_inside = 0, count_outside = 0;
  bool is_low = false;
  for (size_t i = 0; i < use.size() && i < node.times.size(); ++i) {
    const Int128 time = node.times[i];
    if (time < dips.within.first || time > dips.within.second) continue;
    if (!std::isfinite(use[i])) continue;
    const bool was_low = is_low;
    is_low = use[i] < limit;
    if (was_low) dips.intervals.back().second = time;
    if (is_low && !was_low) dips.intervals.emplace_back(time, time);
    (is_low ? inside : outside) += use[i];
    ++(is_low ? count_inside : count_outside);
  }
  dips.inside = count_inside > 0 ? inside / static_cast<double>(count_inside) : 0;
  dips.outside = count_outside > 0 ? outside / static_cast<double>(count_outside) : 0;
  std::erase_if(dips.intervals, [](const TimeInterval& one) { return Length(one) <= 0; });
  dips.period = PeriodOf(dips.intervals);
  return dips;
}

Int128 MedianStep(const Profile& profile) {
  std::vector<Int128> durations;
  for (const StepRow& step : profile.steps.values()) {
    if (IsTimed(step)) durations.push_back(static_cast<Int128>(step.end) - step.begin);
  }
  return Median(std::move(durations));
}

RanInDips MostInDips(const Profile& profile, const std::string& node, const Dips& dips) {
  // Time inside and outside by what ran; of nested events each has what is its own.
  std::map<std::string_view, std::pair<double, double>> ran;
  const std::vector<TimeInterval> within = {dips.within};
  // Who samples a system may know its host by another name than who records the framework.
  const auto& tracks = profile.tracks.values();
  const bool is_known = std::any_of(tracks.begin(), tracks.end(), [&](const TrackRow& track) {
    return IsWork(track) && IsOn(profile, track, node);
  });
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!IsWork(track) || (is_known && !IsOn(profile, track, node))) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (events.duration[e] <= 0) continue;
      const Int128 begin = profile.time_axis.FromStart(track.source, events.begin[e]);
      const Int128 end = begin + events.duration[e];
      const Int128 low = Overlap(dips.intervals, begin, end);
      const double own =
          static_cast<double>(events.self[e]) / static_cast<double>(events.duration[e]);
      const StringId id = EventName(profile, events, e);
      auto& [inside, outside] = ran[id.valid() ? profile.strings[id] : std::string_view()];
      inside += own * static_cast<double>(low);
      outside += own * static_cast<double>(Overlap(within, begin, end) - low);
    }
  }
  const auto all = static_cast<double>(Length(dips.within));
  const double low = dips.share() * all;
  RanInDips most;
  if (low <= 0 || low >= all) return most;
  for (const auto& [name, times] : ran) {
    const RanInDips one = {std::string(name), times.first / low, times.second / (all - low)};
    if (one.inside - one.outside > most.inside - most.outside) most = one;
  }
  return most;
}

}  // namespace profiler
