#include "profiler/analysis/memory/memory_in_use.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "profiler/analysis/memory/allocations.h"

namespace profiler {
namespace {

// The names of counters of an allocator's bytes in use.
constexpr std::string_view kCounterNames[] = {
    "allocator_bytes_in_use",  // TensorFlow's step statistics
    "bytes_in_use",            // TensorFlow's and XLA's allocators
    "bytes_allocated",         // TensorFlow's memory events
    "Total Allocated",         // PyTorch's
};

bool IsInUse(const Profile& profile, MetricId metric) {
  const std::string_view name = profile.strings[profile.metrics[metric].name];
  return std::find(std::begin(kCounterNames), std::end(kCounterNames), name) !=
         std::end(kCounterNames);
}

// The selected steps, for filtering counters by time; empty if everything is selected.
std::vector<const StepRow*> PickedSteps(const Profile& profile, const SelectedSteps& steps) {
  std::vector<const StepRow*> picked;
  for (uint32_t i = 0; !steps.all && i < profile.steps.size(); ++i) {
    if (steps.Has(StepId(i))) picked.push_back(&profile.steps[StepId(i)]);
  }
  return picked;
}

bool IsDuring(SourceId source, int64_t time, const std::vector<const StepRow*>& steps) {
  return std::any_of(steps.begin(), steps.end(), [&](const StepRow* step) {
    return step->source == source && step->begin <= time && time < step->end;
  });
}

}  // namespace

std::vector<MemoryInUse> MostMemoryInUse(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  const SourceFilter& source_filter = selected.source_filter();
  std::vector<MemoryInUse> most(profile.devices.size());
  const auto raise = [](Value& value, Value bytes) {
    value = value == kAbsent ? bytes : std::max(value, bytes);
  };
  const auto add = [&](DeviceId device, Value bytes) { raise(most[device.row()].used, bytes); };
  profile.snapshots.ForEachOf(
      [&](StepId step, DeviceId device, int64_t in_use) {
        // Step statistics have 0 if the allocator does not report the value.
        if (in_use <= 0 || !device.valid()) return;
        if (steps.Has(step) && source_filter.Has(step, device)) add(device, in_use);
      },
      &SnapshotRow::step, &SnapshotRow::device, &SnapshotRow::allocator_bytes_in_use);
  for (const AllocationRow& row : profile.allocations) {
    const DeviceId device = OwnerOfMemory(profile, row.device, row.allocator);
    if (!device.valid() || !steps.Has(row.step) || !source_filter.Has(row.step, device)) continue;
    if (row.total_allocated >= 0) add(device, row.total_allocated);
    if (row.total_reserved > 0) raise(most[device.row()].reserved, row.total_reserved);
  }
  const std::vector<const StepRow*> picked = PickedSteps(profile, steps);
  for (const Series& series : profile.series) {
    if (!series.device.valid() || !IsInUse(profile, series.metric)) continue;
    if (!source_filter.Has({}, series.device)) continue;
    for (size_t i = 0; i < series.size(); ++i) {
      if (!steps.all && !IsDuring(series.source, series.time[i], picked)) continue;
      const double value = series.value[i];
      const bool is_bytes = std::isfinite(value) && value >= 0 && value < 0x1p63;
      if (is_bytes) add(series.device, static_cast<int64_t>(value));
    }
  }
  return most;
}

}  // namespace profiler
