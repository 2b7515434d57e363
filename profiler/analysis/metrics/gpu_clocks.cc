#include "profiler/analysis/metrics/gpu_clocks.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/base/ascii.h"

namespace profiler {
namespace {

// GPUs below this use, in percent, lower their clocks as they idle.
constexpr double kUsed = 50;
// One that is used less than the others by more than this part does not do what they do.
constexpr double kUsedAlike = 0.8;
constexpr size_t kLeastSamples = 20;

bool Has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool IsReason(const std::string& dimension) {
  return Has(dimension, "slowdown") || Has(dimension, "power_cap") ||
         Has(dimension, "throttle_reasons.") || Has(dimension, "event_reasons.");
}

// The values of a series at the times: the last one at or before each, if it is no older than the
// distance of the times; NaN without one.
std::vector<double> ValuesAtTimes(const Profile& profile, const Series& series,
                                  const std::vector<int64_t>& times) {
  std::vector<double> values(times.size(), Distribution::kNone);
  if (times.size() < 2) return values;
  const Int128 reach = (Int128{times.back()} - times.front()) / (times.size() - 1) * 2;
  size_t next = 0;
  for (size_t i = 0; i < times.size(); ++i) {
    const auto at = [&](size_t sample) {
      return TimeFromStart(profile, series.source, series.time[sample]);
    };
    while (next < series.size() && (series.time[next] == kUnknown || at(next) <= times[i])) ++next;
    // Samplers of several metrics write them within one tick, in any order.
    size_t nearest = next;
    if (next > 0 && series.time[next - 1] != kUnknown) {
      const bool is_next_nearer =
          next < series.size() && Int128{at(next)} - times[i] < Int128{times[i]} - at(next - 1);
      nearest = is_next_nearer ? next : next - 1;
    }
    if (nearest >= series.size()) continue;
    const Int128 distance = Int128{at(nearest)} - times[i];
    if ((distance < 0 ? -distance : distance) <= reach) values[i] = series.value[nearest];
  }
  return values;
}

// The GPUs of a node that have both a clock and a use.
struct Clocked {
  const NodeUse::Gpu* gpu;
  std::vector<double> clock;
};

double MedianOf(std::vector<double> values) { return Describe(std::move(values)).p50; }

// The median over the other GPUs at a sample; NaN if fewer than half of them have a value.
template <typename ValueOf>
double OthersAt(const std::vector<Clocked>& gpus, size_t but, const ValueOf& value_of) {
  std::vector<double> values;
  for (size_t g = 0; g < gpus.size(); ++g) {
    if (g != but && std::isfinite(value_of(gpus[g]))) values.push_back(value_of(gpus[g]));
  }
  return 2 * values.size() < gpus.size() - 1 ? Distribution::kNone : MedianOf(std::move(values));
}

double At(const std::vector<double>& values, size_t i) {
  return i < values.size() ? values[i] : Distribution::kNone;
}

// The samples in which the GPU and the others are used alike, and whether its clock is far lower.
struct Compared {
  std::vector<size_t> slow;
  size_t all = 0;
  std::vector<double> own, others;  // clocks in the slow ones
};

Compared CompareClocks(const std::vector<Clocked>& gpus, size_t g, size_t points, double below) {
  Compared compared;
  for (size_t i = 0; i < points; ++i) {
    const double own = At(gpus[g].clock, i), busy = At(gpus[g].gpu->busy, i);
    const double clock = OthersAt(gpus, g, [&](const Clocked& one) { return At(one.clock, i); });
    const double use = OthersAt(gpus, g, [&](const Clocked& one) { return At(one.gpu->busy, i); });
    if (!std::isfinite(own) || !std::isfinite(clock)) continue;
    if (!(use >= kUsed) || !(busy >= kUsedAlike * use)) continue;
    ++compared.all;
    if (own > (1 - below) * clock) continue;
    compared.slow.push_back(i);
    compared.own.push_back(own);
    compared.others.push_back(clock);
  }
  return compared;
}

// The means of a metric in the samples, of the GPU and of the others.
std::optional<SlowAndOthers> MeansIn(const Profile& profile,
                                     const std::vector<MetricSeries>& series, const NodeUse& use,
                                     const std::string& gpu, std::string_view dimension,
                                     const std::vector<size_t>& samples) {
  std::vector<double> own, others;
  for (const MetricSeries& one : series) {
    if (one.dimension != dimension || one.node != use.node) continue;
    const std::vector<double> values = ValuesAtTimes(profile, *one.series, use.times);
    for (const size_t i : samples) (one.name == gpu ? own : others).push_back(values[i]);
  }
  const SlowAndOthers means = {Describe(std::move(own)).mean, Describe(std::move(others)).mean};
  const bool is_known = std::isfinite(means.slow) && std::isfinite(means.others);
  return is_known ? std::optional(means) : std::nullopt;
}

void AddConditions(const Profile& profile, const std::vector<MetricSeries>& series,
                   const NodeUse& use, const std::vector<size_t>& samples, SlowClock& slow) {
  for (const MetricSeries& one : series) {
    if (one.name != slow.gpu || one.node != use.node) continue;
    const std::string dimension = Lower(one.dimension);
    const bool is_reason = IsReason(dimension);
    const bool is_temperature =
        Has(dimension, "temp") && !Has(dimension, "mem") && !Has(dimension, "limit");
    const bool is_power = Has(dimension, "power") && !Has(dimension, "limit") && one.unit == "W";
    if (!is_reason && !is_temperature && !is_power) continue;
    const auto means = MeansIn(profile, series, use, slow.gpu, one.dimension, samples);
    if (!means) continue;
    if (is_reason) {
      // More than half of the time, and the others less than half of that.
      if (2 * means->slow > 1 && 2 * means->others < means->slow) {
        const size_t dot = one.dimension.rfind('.');
        slow.reasons.emplace_back(one.dimension.substr(dot == one.dimension.npos ? 0 : dot + 1));
      }
    } else if (is_temperature) {
      if (!slow.temperature) slow.temperature = means;
    } else if (!slow.power) {
      slow.power = means;
    }
  }
}

}  // namespace

bool IsGpuClock(std::string_view dimension) {
  const std::string name = Lower(dimension);
  if (!Has(name, "clock") || Has(name, "max") || Has(name, "app") || Has(name, "reason")) {
    return false;
  }
  return Has(name, "sm") || Has(name, "graphics");
}

std::vector<SlowClock> SlowClocksOf(const Profile& profile, const std::vector<MetricSeries>& series,
                                    const NodeUse& use, const ClockLimits& limits) {
  constexpr double kNearlyAll = 0.9;
  std::vector<Clocked> gpus;
  for (const NodeUse::Gpu& gpu : use.gpus) {
    const auto clock = std::find_if(series.begin(), series.end(), [&](const MetricSeries& one) {
      return one.node == use.node && one.name == gpu.name && IsGpuClock(one.dimension);
    });
    if (clock == series.end() || gpu.busy.empty()) continue;
    gpus.push_back({&gpu, ValuesAtTimes(profile, *clock->series, use.times)});
  }
  std::vector<SlowClock> found;
  for (size_t g = 0; g < gpus.size() && gpus.size() > 1; ++g) {
    Compared compared = CompareClocks(gpus, g, use.points, limits.below);
    const std::vector<size_t>& samples = compared.slow;
    const auto count = static_cast<double>(samples.size());
    const double share = compared.all == 0 ? 0 : count / static_cast<double>(compared.all);
    if (samples.size() < kLeastSamples || share < limits.share) continue;
    SlowClock slow;
    slow.gpu = gpus[g].gpu->name;
    slow.others = gpus.size() - 1;
    slow.clock = {MedianOf(compared.own), MedianOf(compared.others)};
    slow.share = share;
    slow.since = use.times[samples.front()] - use.times.front();
    const size_t from_then = use.points - samples.front();
    slow.until_end = count >= kNearlyAll * static_cast<double>(from_then);
    AddConditions(profile, series, use, samples, slow);
    found.push_back(std::move(slow));
  }
  return found;
}

}  // namespace profiler
