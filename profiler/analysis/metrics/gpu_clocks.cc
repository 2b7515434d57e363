#include "profiler/analysis/metrics/gpu_clocks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/gpu_clock_names.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr size_t kLeastSamples = 20;

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

// What was recorded of each GPU of a node beside its use, by the names of GPUs and of metrics.
struct NodeMetrics {
  struct Clocks {
    const MetricSeries* now = nullptr;
    const MetricSeries* most = nullptr;  // that the GPU can reach
  };
  std::map<std::string_view, Clocks> clocks;
  std::map<std::string_view, std::vector<const MetricSeries*>> by_dimension;
};

NodeMetrics MetricsOfNode(const std::vector<MetricSeries>& series, std::string_view node) {
  NodeMetrics recorded;
  const auto before = [](const MetricSeries& one, std::string_view name) {
    return one.node < name;
  };
  for (auto one = std::lower_bound(series.begin(), series.end(), node, before);
       one != series.end() && one->node == node; ++one) {
    recorded.by_dimension[one->dimension].push_back(&*one);
    const GpuClock kind = GpuClockOf(one->dimension);
    if (kind == GpuClock::kNone) continue;
    NodeMetrics::Clocks& clocks = recorded.clocks[one->name];
    const MetricSeries*& first = kind == GpuClock::kNow ? clocks.now : clocks.most;
    if (first == nullptr) first = &*one;
  }
  return recorded;
}

// GPUs of a node that are alike and have both a clock and a use.
struct Clocked {
  const NodeUse::Gpu* gpu;
  std::vector<double> clock;  // in MHz
  std::string_view model;     // empty if not known
  double most = Distribution::kNone;
};
using Alike = std::vector<Clocked>;

std::vector<Clocked> ClockedOf(const Profile& profile, const NodeMetrics& recorded,
                               const NodeUse& use) {
  std::vector<Clocked> gpus;
  for (const NodeUse::Gpu& gpu : use.gpus) {
    const auto found = recorded.clocks.find(gpu.name);
    if (found == recorded.clocks.end() || gpu.busy.empty()) continue;
    const auto [now, most] = found->second;
    if (now == nullptr) continue;
    Clocked one = {&gpu, ValuesAtTimes(profile, *now->series, use.times), {}};
    const double scale = MegahertzOf(*now);
    for (double& value : one.clock) value *= scale;
    if (const DeviceId device = now->series->device; device.valid()) {
      const StringId model = profile.devices[device].model;
      if (model.valid()) one.model = profile.strings[model];
    }
    if (most != nullptr) {
      const auto& values = most->series->value;
      for (const double value : values) one.most = std::fmax(one.most, value);
    }
    gpus.push_back(std::move(one));
  }
  return gpus;
}

// Parts GPUs by what is known of all of them.
std::vector<Alike> AlikeOf(std::vector<Clocked> gpus) {
  const auto all = [&](const auto& is_known) {
    return std::all_of(gpus.begin(), gpus.end(), is_known);
  };
  const bool by_model = all([](const Clocked& one) { return !one.model.empty(); });
  const bool by_most = !by_model && all([](const Clocked& one) { return std::isfinite(one.most); });
  std::map<std::pair<std::string_view, double>, Alike> parts;
  for (Clocked& one : gpus) {
    const std::string_view model = by_model ? one.model : std::string_view();
    parts[{model, by_most ? one.most : 0}].push_back(std::move(one));
  }
  std::vector<Alike> alike;
  alike.reserve(parts.size());
  for (auto& [kind, part] : parts) alike.push_back(std::move(part));
  return alike;
}

double MedianOf(std::vector<double> values) { return Describe(std::move(values)).p50; }

double At(const std::vector<double>& values, size_t i) {
  return i < values.size() ? values[i] : Distribution::kNone;
}

// The values of alike GPUs at a sample.
class ValuesOfSample {
 public:
  template <typename ValueOf>
  ValuesOfSample(const Alike& gpus, const ValueOf& value_of) : gpus_(gpus.size()) {
    for (const Clocked& one : gpus) {
      if (const double value = value_of(one); std::isfinite(value)) sorted_.push_back(value);
    }
    std::sort(sorted_.begin(), sorted_.end());
  }

  // The median over the GPUs but the one of this value; NaN if fewer than half of them have a
  // value.
  double MedianWithout(double own) const {
    size_t count = sorted_.size(), left_out = count;
    if (std::isfinite(own)) {
      const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), own);
      left_out = static_cast<size_t>(at - sorted_.begin());
      --count;
    }
    if (count == 0 || 2 * count < gpus_ - 1) return Distribution::kNone;
    const auto at = [&](size_t i) { return sorted_[i < left_out ? i : i + 1]; };
    const double below = at((count - 1) / 2);
    return below + (at(count / 2) - below) / 2;
  }

 private:
  size_t gpus_;
  std::vector<double> sorted_;
};

// The samples in which the GPU and the others are used alike, and whether its clock is far lower.
struct ComparedClocks {
  std::vector<size_t> slow;
  size_t all = 0;
  std::vector<double> own, others;  // clocks in the slow ones
};

// For each of the GPUs.
absl::StatusOr<std::vector<ComparedClocks>> CompareClocks(const Alike& gpus, size_t points,
                                                          double below, RunContext& context) {
  std::vector<ComparedClocks> of_gpus(gpus.size());
  for (size_t i = 0; i < points; ++i) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const ValuesOfSample clocks(gpus, [&](const Clocked& one) { return At(one.clock, i); });
    const ValuesOfSample uses(gpus, [&](const Clocked& one) { return At(one.gpu->busy, i); });
    for (size_t g = 0; g < gpus.size(); ++g) {
      const double own = At(gpus[g].clock, i), busy = At(gpus[g].gpu->busy, i);
      const double clock = clocks.MedianWithout(own), use = uses.MedianWithout(busy);
      if (!std::isfinite(own) || !std::isfinite(clock)) continue;
      if (!(use >= kUsed) || !(busy >= kUsedAlike * use)) continue;
      ComparedClocks& compared = of_gpus[g];
      ++compared.all;
      if (own > (1 - below) * clock) continue;
      compared.slow.push_back(i);
      compared.own.push_back(own);
      compared.others.push_back(clock);
    }
  }
  return of_gpus;
}

// The means of a metric in the samples, of the GPU and of those like it.
std::optional<SlowAndOthers> MeansIn(const Profile& profile,
                                     const std::vector<const MetricSeries*>& series,
                                     const NodeUse& use, const Alike& gpus, const std::string& gpu,
                                     const std::vector<size_t>& samples) {
  std::set<std::string_view> names;
  for (const Clocked& one : gpus) names.insert(one.gpu->name);
  std::vector<double> own, others;
  for (const MetricSeries* one : series) {
    if (names.count(one->name) == 0) continue;
    const std::vector<double> values = ValuesAtTimes(profile, *one->series, use.times);
    for (const size_t i : samples) (one->name == gpu ? own : others).push_back(values[i]);
  }
  const SlowAndOthers means = {Describe(std::move(own)).mean, Describe(std::move(others)).mean};
  const bool is_known = std::isfinite(means.slow) && std::isfinite(means.others);
  return is_known ? std::optional(means) : std::nullopt;
}

void AddConditions(const Profile& profile, const NodeMetrics& recorded, const NodeUse& use,
                   const Alike& gpus, const std::vector<size_t>& samples, SlowClock& slow) {
  for (const auto& [name, series] : recorded.by_dimension) {
    const auto own = std::find_if(series.begin(), series.end(),
                                  [&](const MetricSeries* one) { return one->name == slow.gpu; });
    if (own == series.end()) continue;
    const MetricSeries& one = **own;
    const bool is_reason = IsClockReason(one.dimension);
    const bool is_temperature = IsGpuTemperature(one.dimension);
    const bool is_power = IsGpuPower(one);
    if (!is_reason && !is_temperature && !is_power) continue;
    const auto means = MeansIn(profile, series, use, gpus, slow.gpu, samples);
    if (!means) continue;
    if (is_reason) {
      // More than half of the time, and the others less than half of that.
      if (2 * means->slow > 1 && 2 * means->others < means->slow) {
        slow.reasons.emplace_back(ShortClockReason(one.dimension));
      }
    } else if (is_temperature) {
      if (!slow.temperature) slow.temperature = means;
    } else if (!slow.power) {
      slow.power = means;
    }
  }
}

absl::Status FindSlow(const Profile& profile, const NodeMetrics& recorded, const NodeUse& use,
                      const Alike& gpus, const ClockLimits& limits, RunContext& context,
                      std::vector<SlowClock>& found) {
  constexpr double kNearlyAll = 0.9;
  PROFILER_ASSIGN_OR_RETURN(const std::vector<ComparedClocks> of_gpus,
                            CompareClocks(gpus, use.points, limits.below, context));
  for (size_t g = 0; g < gpus.size(); ++g) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    const ComparedClocks& compared = of_gpus[g];
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
    AddConditions(profile, recorded, use, gpus, samples, slow);
    found.push_back(std::move(slow));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<SlowClock>> SlowClocksOf(const Profile& profile,
                                                    const std::vector<MetricSeries>& series,
                                                    const NodeUse& use, const ClockLimits& limits,
                                                    RunContext& context) {
  const NodeMetrics recorded = MetricsOfNode(series, use.node);
  const std::vector<Alike> kinds = AlikeOf(ClockedOf(profile, recorded, use));
  std::vector<SlowClock> found;
  for (const Alike& gpus : kinds) {
    if (gpus.size() < 2) continue;
    PROFILER_RETURN_IF_ERROR(FindSlow(profile, recorded, use, gpus, limits, context, found));
  }
  for (SlowClock& slow : found) slow.are_of_kind = kinds.size() > 1;
  return found;
}

}  // namespace profiler
