#include "profiler/analysis/metrics/long_stops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/ends/mean_in.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// The use of a GPU over time, as runs of samples below or not below the limit.
struct GpuRuns {
  struct Run {
    Interval time;
    bool is_idle = false;
  };
  std::string gpu;
  std::string_view node;
  const MetricSeries* series = nullptr;
  std::vector<Run> runs;

  Int128 Idle(bool is_idle, size_t from, size_t to) const {
    Int128 sum = 0;
    for (size_t r = from; r < to; ++r) {
      if (runs[r].is_idle == is_idle) sum += Int128{runs[r].time.end} - runs[r].time.begin;
    }
    return sum;
  }
};

// A sample's value is valid until the next one, or in a gap for the usual time between samples.
std::vector<GpuRuns::Run> RunsBelow(const Profile& profile, const Series& series, double limit) {
  std::vector<int64_t> times;
  std::vector<char> is_idle;
  for (size_t i = 0; i < series.size(); ++i) {
    if (series.time[i] == kUnknown || !std::isfinite(series.value[i])) continue;
    times.push_back(TimeFromStart(profile, series.source, series.time[i]));
    is_idle.push_back(series.value[i] < limit ? 1 : 0);
  }
  const int64_t tick = TickOf(times);
  std::vector<GpuRuns::Run> runs;
  for (size_t i = 0; i + 1 < times.size(); ++i) {
    const bool is_gap = Int128{times[i + 1]} - times[i] > Int128{kMostTicks} * tick;
    const Interval time = {times[i], is_gap ? times[i] + tick : times[i + 1]};
    const bool is_on = !runs.empty() && runs.back().time.end == time.begin &&
                       runs.back().is_idle == (is_idle[i] != 0);
    if (is_on) {
      runs.back().time.end = time.end;
    } else {
      runs.push_back({time, is_idle[i] != 0});
    }
  }
  return runs;
}

std::vector<GpuRuns> RunsOfGpus(const Profile& profile, const std::vector<MetricSeries>& series,
                                double limit) {
  std::vector<GpuRuns> gpus;
  std::set<std::string> seen;
  for (const MetricSeries& one : series) {
    if (one.dimension != kGpuUtilization) continue;
    std::string gpu = one.node.empty() ? one.name : fmt::format("{}/{}", one.node, one.name);
    if (!seen.insert(gpu).second) continue;  // of a second sampler
    gpus.push_back({std::move(gpu), one.node, &one, RunsBelow(profile, *one.series, limit)});
  }
  return gpus;
}

struct Stop {
  const GpuRuns* gpu = nullptr;
  Interval time;
  bool until_end = false;
  double share = 0;
};

std::optional<Stop> StopOf(const GpuRuns& gpu, const StopLimits& limits) {
  const size_t count = gpu.runs.size();
  size_t longest = count;
  const auto length = [&](size_t run) {
    return Int128{gpu.runs[run].time.end} - gpu.runs[run].time.begin;
  };
  for (size_t r = 0; r < count; ++r) {
    if (gpu.runs[r].is_idle && (longest == count || length(r) > length(longest))) longest = r;
  }
  if (longest == count) return std::nullopt;
  const Int128 all = gpu.Idle(true, 0, count) + gpu.Idle(false, 0, count);
  const Int128 own = length(longest);
  const auto least =
      std::max(Int128{limits.least}, static_cast<Int128>(limits.share * static_cast<double>(all)));
  const bool until_end = longest + 1 == count;
  // Idle times before the first work and after the last are the start and the end of the job.
  size_t first = 0, last = count;
  while (first < longest && gpu.runs[first].is_idle) ++first;
  while (last > longest + 1 && gpu.runs[last - 1].is_idle) --last;
  const Int128 others = gpu.Idle(true, first, last) - own;
  const bool is_stop = own >= least && gpu.Idle(false, 0, longest) >= least &&
                       (until_end || gpu.Idle(false, longest, count) >= least) && 2 * others < own;
  if (!is_stop) return std::nullopt;
  return Stop{&gpu, gpu.runs[longest].time, until_end,
              static_cast<double>(own) / static_cast<double>(all)};
}

Int128 CommonTime(const Interval& a, const Interval& b) {
  return Int128{std::min(a.end, b.end)} - std::max(a.begin, b.begin);
}

// Whether they are at the same time for most of both.
bool AreOne(const Stop& a, const Stop& b) {
  const Int128 longer =
      std::max(Int128{a.time.end} - a.time.begin, Int128{b.time.end} - b.time.begin);
  return 2 * CommonTime(a.time, b.time) > longer;
}

bool IsPower(const MetricSeries& series) {
  return series.unit == "W" && series.series->device.valid() &&
         series.dimension.find("limit") == std::string_view::npos;
}

// What the GPUs that go on do while others stop.
void AddOthers(const Profile& profile, const std::vector<MetricSeries>& series,
               const std::vector<GpuRuns>& gpus, LongStop& stop) {
  const std::set<std::string_view> stopped(stop.gpus.begin(), stop.gpus.end());
  MeanIn use, power_before, power_during;
  std::set<std::pair<std::string_view, std::string_view>> others;
  for (const GpuRuns& gpu : gpus) {
    if (stopped.contains(gpu.gpu)) continue;
    if (!use.Add(profile, *gpu.series->series, stop.time)) continue;
    others.insert({gpu.node, gpu.series->name});
  }
  for (const MetricSeries& one : series) {
    if (!IsPower(one) || !others.contains({one.node, one.name})) continue;
    power_before.Add(profile, *one.series, {INT64_MIN, stop.time.begin});
    power_during.Add(profile, *one.series, stop.time);
  }
  stop.others = others.size();
  stop.use_of_others = use.Get().value_or(0);
  if (power_before.Get() && power_during.Get()) {
    stop.power_of_others = PowerThen{*power_before.Get(), *power_during.Get()};
  }
}

}  // namespace

std::vector<LongStop> LongStopsOf(const Profile& profile, const std::vector<MetricSeries>& series,
                                  const StopLimits& limits) {
  const std::vector<GpuRuns> gpus = RunsOfGpus(profile, series, limits.idle);
  std::vector<std::vector<Stop>> groups;
  for (const GpuRuns& gpu : gpus) {
    const std::optional<Stop> stop = StopOf(gpu, limits);
    if (!stop.has_value()) continue;
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return AreOne(group.front(), *stop); });
    if (same == groups.end()) {
      groups.push_back({*stop});
    } else {
      same->push_back(*stop);
    }
  }
  std::vector<LongStop> stops;
  for (const std::vector<Stop>& group : groups) {
    LongStop stop;
    stop.time = group.front().time;
    stop.share = group.front().share;
    stop.until_end = group.front().until_end;
    for (const Stop& one : group) {
      stop.gpus.push_back(one.gpu->gpu);
      if (stop.nodes.empty() || stop.nodes.back() != one.gpu->node) {
        stop.nodes.emplace_back(one.gpu->node);
      }
    }
    AddOthers(profile, series, gpus, stop);
    stops.push_back(std::move(stop));
  }
  std::stable_sort(stops.begin(), stops.end(), [](const LongStop& a, const LongStop& b) {
    return a.time.begin < b.time.begin;
  });
  return stops;
}

}  // namespace profiler
