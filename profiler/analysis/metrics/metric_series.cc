#include "profiler/analysis/metrics/metric_series.h"

#include <algorithm>
#include <tuple>

#include "profiler/base/text/natural_less.h"

namespace profiler {
namespace {

// Returns e.g. "gpu0" for the device "algo-1/gpu0" on the host "algo-1".
std::string_view WithoutHost(std::string_view device, std::string_view host) {
  if (host.empty() || !device.starts_with(host)) return device;
  const std::string_view rest = device.substr(host.size());
  return rest.starts_with('/') && rest.size() > 1 ? rest.substr(1) : device;
}

MetricSeries WithNames(const Profile& profile, const Series& series) {
  const MetricRow& metric = profile.metrics[series.metric];
  const auto text = [&](StringId id) {
    return id.valid() ? profile.strings[id] : std::string_view();
  };
  MetricSeries named;
  named.series = &series;
  if (series.source.valid()) named.node = text(profile.sources[series.source].host);
  named.kind = text(metric.kind);
  named.name = text(metric.name);
  named.dimension = text(metric.dimension).empty() ? text(metric.name) : text(metric.dimension);
  named.unit = text(metric.unit);
  if (series.device.valid()) {
    const DeviceRow& device = profile.devices[series.device];
    if (named.node.empty()) named.node = text(device.host);
    const std::string_view name = WithoutHost(text(device.name), named.node);
    if (name != named.node) named.name = name;  // if equal, the series is of the node itself
  }
  return named;
}

}  // namespace

std::vector<MetricSeries> PickSeries(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<MetricSeries> picked;
  for (const Series& series : profile.series) {
    TrackRow track;
    track.source = series.source;
    track.device = series.device;
    if (selected.source_filter().Has(track)) picked.push_back(WithNames(profile, series));
  }
  std::stable_sort(picked.begin(), picked.end(), [](const MetricSeries& a, const MetricSeries& b) {
    if (a.node != b.node || a.kind != b.kind) {
      return std::tie(a.node, a.kind) < std::tie(b.node, b.kind);
    }
    return a.name != b.name ? NaturalLess(a.name, b.name) : a.dimension < b.dimension;
  });
  return picked;
}

}  // namespace profiler
