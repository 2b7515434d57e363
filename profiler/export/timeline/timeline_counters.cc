#include "profiler/export/timeline/timeline_counters.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace profiler {

int64_t CounterDrawer::ProcessOf(const Series& series) {
  const std::string_view device =
      series.device.valid() ? profile_.strings[profile_.devices[series.device].name] : "host";
  std::string place = groups_.PlaceText(series.source);
  if (place.empty() && series.source.valid()) {
    const std::string_view host = profile_.strings[profile_.sources[series.source].host];
    if (!host.empty()) place = fmt::format(" ({})", host);
  }
  const std::string name = fmt::format("counters on:{}{}", device, place);
  const auto [pid, is_new] = pids_.try_emplace({name, series.device});
  if (is_new) {
    pid->second = processes_.Add(name, groups_.SortKey(series.source, series.device, "4"));
  }
  return pid->second;
}

void CounterDrawer::Draw(const Series& series, uint64_t row) {
  const double value = series.value[row];
  if (!std::isfinite(value)) return;
  const Strings& strings = profile_.strings;
  const MetricRow& metric = profile_.metrics[series.metric];
  const auto text = [&](StringId id) { return id.valid() ? strings[id] : std::string_view(); };
  const std::string_view name = text(metric.name), kind = text(metric.kind);
  const std::string_view dimension = text(metric.dimension), unit = text(metric.unit);
  // A host's metric may have a name and a dimension; the counter's name is the dimension, because
  // it is more specific.
  const bool has_two = !dimension.empty() && dimension != name;
  const std::string category = fmt::format("{}{}{}", kind.empty() ? "Counter" : kind,
                                           has_two ? "," : "", has_two ? name : "");
  writer_.Counter(ProcessOf(series), clock_.At(series.source, series.time[row]), category,
                  has_two ? dimension : name,
                  TraceArgs().Real(unit.empty() ? "value" : unit, value));
}

}  // namespace profiler
