#include "profiler/analysis/step_split/timed_phases.h"

#include <algorithm>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/store/row_facts.h"

namespace profiler {

bool AreTimedPhases(const Profile& profile) {
  const auto& sources = profile.sources.values();
  const auto& metrics = profile.metrics.values();
  const auto& tracks = profile.tracks.values();
  const bool has_phases = std::any_of(sources.begin(), sources.end(), [](const SourceRow& source) {
    return source.records_phases;
  });
  const bool has_gpus = std::any_of(metrics.begin(), metrics.end(), [&](const MetricRow& metric) {
    return metric.dimension.valid() && profile.strings[metric.dimension] == kGpuUtilization;
  });
  if (!has_phases || !has_gpus) return false;
  if (std::any_of(tracks.begin(), tracks.end(),
                  [](const TrackRow& track) { return IsAccelerator(track); }))
    return false;
  const auto& ops = profile.ops.row.values();
  return std::all_of(ops.begin(), ops.end(),
                     [](const OpRow& op) { return op.kind == OpKind::kRuntime; });
}

}  // namespace profiler
