#include "profiler/advise/facts/dips.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/store/event_name.h"

namespace profiler {
namespace {

Interval StepsOrSamples(const JobTimes& job, const NodeUse& node) {
  if (const auto steps = job.Steps()) return IntervalOf(*steps);
  if (node.times.empty()) return {0, 0};
  return IntervalOf({node.times.front(), node.times.back()});
}

// The median distance of neighbours.
int64_t TickOf(const std::vector<int64_t>& times) {
  std::vector<int64_t> distances;
  for (size_t i = 1; i < times.size(); ++i) distances.push_back(times[i] - times[i - 1]);
  if (distances.empty()) return 0;
  const auto middle = distances.begin() + static_cast<ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
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

double NodeDips::share() const {
  if (within.total() <= 0) return 0;
  return static_cast<double>(dips.total()) / static_cast<double>(within.total());
}

NodeDips NodeDipsOf(const JobTimes& job, const NodeUse& node, const std::vector<double>& use,
                    double limit) {
  const Interval within = StepsOrSamples(job, node);
  std::vector<Interval> dips;
  std::vector<int64_t> sampled;
  double inside = 0, outside = 0;
  size_t count_inside = 0, count_outside = 0;
  bool is_low = false;
  for (size_t i = 0; i < use.size() && i < node.times.size(); ++i) {
    const int64_t time = IntervalOf({node.times[i], node.times[i]}).begin;
    if (time < within.begin || time > within.end || !std::isfinite(use[i])) continue;
    sampled.push_back(time);
    const bool was_low = is_low;
    is_low = use[i] < limit;
    if (was_low) dips.back().end = time;
    if (is_low && !was_low) dips.push_back({time, time});
    (is_low ? inside : outside) += use[i];
    ++(is_low ? count_inside : count_outside);
  }
  std::erase_if(dips, [](const Interval& one) { return one.end <= one.begin; });
  NodeDips found;
  found.inside = count_inside > 0 ? inside / static_cast<double>(count_inside) : 0;
  found.outside = count_outside > 0 ? outside / static_cast<double>(count_outside) : 0;
  std::vector<int64_t> begins;
  for (const Interval& dip : dips) begins.push_back(dip.begin);
  found.pattern = StepClock(job.Phases()).PatternOf(begins, TickOf(sampled));
  found.dips = TimeIn(std::move(dips));
  found.within = TimeIn({within});
  return found;
}

RanInDips MostInDips(const Profile& profile, const std::string& node, const NodeDips& dips) {
  // Time inside and outside by what ran; of nested events each has what is its own.
  std::map<std::string_view, std::pair<double, double>> ran;
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
      const Int128 from = profile.time_axis.FromStart(track.source, events.begin[e]);
      const auto [begin, end] = IntervalOf({from, from + events.duration[e]});
      const Int128 low = dips.dips.Of(begin, end);
      const double own =
          static_cast<double>(events.self[e]) / static_cast<double>(events.duration[e]);
      const StringId id = EventName(profile, events, e);
      auto& [inside, outside] = ran[id.valid() ? profile.strings[id] : std::string_view()];
      inside += own * static_cast<double>(low);
      outside += own * static_cast<double>(dips.within.Of(begin, end) - low);
    }
  }
  const auto all = static_cast<double>(dips.within.total());
  const auto low = static_cast<double>(dips.dips.total());
  RanInDips most;
  if (low <= 0 || low >= all) return most;
  for (const auto& [name, times] : ran) {
    const RanInDips one = {std::string(name), times.first / low, times.second / (all - low)};
    if (one.inside - one.outside > most.inside - most.outside) most = one;
  }
  return most;
}

}  // namespace profiler
