#include "profiler/analysis/metrics/dip_facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

Interval StepsOrSamples(const JobTimes& job, const NodeUse& node) {
  if (const auto steps = job.Steps()) return IntervalOf(*steps);
  if (node.times.empty()) return {0, 0};
  return {node.times.front(), node.times.back()};
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
  const Interval all = StepsOrSamples(job, node);
  std::vector<int64_t> times;
  std::vector<double> values;
  for (size_t i = 0; i < use.size() && i < node.times.size(); ++i) {
    if (node.times[i] < all.begin || node.times[i] > all.end || !std::isfinite(use[i])) continue;
    times.push_back(node.times[i]);
    values.push_back(use[i]);
  }
  const int64_t tick = TickOf(times);
  std::vector<Interval> dips, sampled;
  std::vector<double> inside, outside;
  for (size_t i = 0; i < times.size(); ++i) {
    const bool is_low = values[i] < limit;
    (is_low ? inside : outside).push_back(values[i]);
    // A sample's value is valid until the next sample.
    const Int128 until = i + 1 < times.size() ? times[i + 1] : all.end;
    const bool is_gap = until - times[i] > Int128{kMostTicks} * tick;
    const Interval time = {
        times[i], static_cast<int64_t>(is_gap ? std::min(Int128{times[i]} + tick, until) : until)};
    if (time.end <= time.begin) continue;
    AddToLast(time, sampled);
    if (is_low) AddToLast(time, dips);
  }
  NodeDips found;
  found.inside = inside.empty() ? 0 : Describe(std::move(inside)).mean;
  found.outside = outside.empty() ? 0 : Describe(std::move(outside)).mean;
  std::vector<int64_t> begins;
  begins.reserve(dips.size());
  for (const Interval& dip : dips) begins.push_back(dip.begin);
  found.pattern = StepClock(job.Phases()).PatternOf(begins, tick);
  found.dips = IntervalIndex(std::move(dips));
  found.within = IntervalIndex(std::move(sampled));
  return found;
}

RanInDips MostInDips(const Profile& profile, const std::string& node, const NodeDips& dips) {
  // Time inside and outside of dips by name; nested events count with their self time.
  std::map<std::string_view, std::pair<double, double>> ran;
  // A sampler of system metrics may use another host name than the framework's recorder.
  bool is_known = false;
  for (const Track track : Tracks(profile, IsInTotals)) {
    is_known = is_known || IsOn(profile, track.row, node);
  }
  for (const Track track : Tracks(profile, IsInTotals)) {
    if (is_known && !IsOn(profile, track.row, node)) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (events.duration[e] <= 0) continue;
      const Int128 from = profile.time_axis.FromStart(track.row.source, events.begin[e]);
      const auto [begin, end] = IntervalOf({from, from + events.duration[e]});
      const Int128 low = dips.dips.Of(begin, end);
      const double own =
          static_cast<double>(events.selves()[e]) / static_cast<double>(events.duration[e]);
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
