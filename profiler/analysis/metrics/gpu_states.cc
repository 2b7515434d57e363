#include "profiler/analysis/metrics/gpu_states.h"

#include <map>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/gpu_clock_names.h"
#include "profiler/analysis/metrics/metric_series.h"

namespace profiler {
namespace {

void AddMetric(const MetricSeries& series, GpuState& gpu) {
  // Describes only series that count, as a host has many others.
  const auto set = [&](double& value) {
    if (std::isnan(value)) value = Describe(series.series->value).p50;
  };
  const GpuClock clock = GpuClockOf(series.dimension);
  if (clock != GpuClock::kNone) {
    double& value = clock == GpuClock::kNow ? gpu.clock : gpu.clock_most;
    if (!std::isnan(value)) return;
    set(value);
    value *= MegahertzOf(series);
    if (clock == GpuClock::kNow) gpu.samples = series.series->value.size();
  } else if (IsClockReason(series.dimension)) {
    if (2 * Describe(series.series->value).mean > 1) {
      gpu.reasons.emplace_back(ShortClockReason(series.dimension));
    }
  } else if (IsGpuTemperature(series.dimension)) {
    set(gpu.temperature);
  } else if (IsGpuPowerLimit(series)) {
    set(gpu.power_limit);
  } else if (IsGpuPower(series)) {
    set(gpu.power);
  } else if (series.dimension == kGpuUtilization) {
    set(gpu.use);
  } else if (series.dimension == "memory.used" && series.unit == "bytes") {
    set(gpu.memory);
  }
}

}  // namespace

std::vector<GpuState> GpuStatesOf(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<GpuState> gpus;
  std::map<std::pair<std::string_view, std::string>, size_t> index;  // by node and name
  for (const MetricSeries& series : PickSeries(selected)) {
    const DeviceId device = series.series->device;
    if (!device.valid()) continue;
    const auto [at, is_new] = index.try_emplace({series.node, series.name}, gpus.size());
    if (is_new) {
      GpuState& gpu = gpus.emplace_back();
      gpu.node = series.node;
      gpu.name = series.name;
      const StringId model = profile.devices[device].model;
      if (model.valid()) gpu.model = profile.strings[model];
    }
    AddMetric(series, gpus[at->second]);
  }
  // The cores of a host are devices, too.
  std::erase_if(gpus, [](const GpuState& gpu) {
    return std::isnan(gpu.clock) && std::isnan(gpu.use) && std::isnan(gpu.memory);
  });
  return gpus;
}

GpuState MiddleState(const std::vector<const GpuState*>& gpus) {
  GpuState middle;
  for (double GpuState::*const value :
       {&GpuState::clock, &GpuState::clock_most, &GpuState::power, &GpuState::power_limit,
        &GpuState::temperature, &GpuState::memory, &GpuState::use}) {
    std::vector<double> values;
    values.reserve(gpus.size());
    for (const GpuState* gpu : gpus) values.push_back(gpu->*value);
    middle.*value = Describe(std::move(values)).p50;
  }
  std::map<std::string, size_t> reasons;
  for (const GpuState* gpu : gpus) {
    for (const std::string& reason : gpu->reasons) ++reasons[reason];
  }
  for (const auto& [reason, count] : reasons) {
    if (2 * count > gpus.size()) middle.reasons.push_back(reason);
  }
  return middle;
}

}  // namespace profiler
