#include "profiler/export/timeline_counters.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace profiler {

void DrawCounters(const TimelineSource& source, TraceWriter& writer, TimelineProcesses& processes) {
  const Profile& profile = source.profile;
  std::map<std::pair<std::string, DeviceId>, int64_t> pids;  // by name and device
  for (const auto& [s, i] : source.part.counters) {
    const Series& row = profile.series[s];
    const double value = row.value[i];
    if (!std::isfinite(value)) continue;
    const std::string_view device =
        row.device.valid() ? profile.strings[profile.devices[row.device].name] : "host";
    const std::string name =
        fmt::format("counters on:{}{}", device, source.groups.PlaceText(row.source));
    const auto [pid, is_new] = pids.try_emplace({name, row.device});
    if (is_new) {
      pid->second = processes.Add(name, source.groups.SortKey(row.source, row.device, "4"));
    }
    const MetricRow& metric = profile.metrics[row.metric];
    const std::string_view unit = profile.strings[metric.unit];
    writer.Counter(pid->second, source.clock.At(row.source, row.time[i]), "Counter",
                   profile.strings[metric.name],
                   TraceArgs().Real(unit.empty() ? "value" : unit, value));
  }
}

}  // namespace profiler
