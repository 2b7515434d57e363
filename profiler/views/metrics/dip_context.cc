#include "profiler/views/metrics/dip_context.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"

namespace profiler {
namespace {

double Divided(Int128 part, Int128 whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : NAN;
}

double FiniteOrZero(double value) { return std::isfinite(value) ? value : 0; }

// A mean and the spread around it, from sums: series may be long.
struct Moments {
  double count = 0, mean = 0, squares = 0;
  void Add(double value) {
    const double from_mean = value - mean;
    mean += from_mean / ++count;
    squares += from_mean * (value - mean);
  }
  double known_mean() const { return count > 0 ? mean : NAN; }
  double deviation() const { return count > 1 ? std::sqrt(squares / (count - 1)) : NAN; }
};

struct MetricIn {
  std::string_view node, kind, dimension, unit;
  Moments inside, outside, all;

  double effect() const {
    const double deviation = all.deviation();
    return deviation > 0 ? (inside.known_mean() - outside.known_mean()) / deviation : NAN;
  }
};

void AddSamples(const Profile& profile, const Series& series, const DipTimes& times,
                MetricIn& metric) {
  for (size_t i = 0; i < series.size(); ++i) {
    const double value = series.value[i];
    if (series.time[i] == kUnknown || !std::isfinite(value)) continue;
    const int64_t time = TimeFromStart(profile, series.source, series.time[i]);
    const bool is_inside = times.dips.Has(time);
    if (!is_inside && !times.outside.Has(time)) continue;
    (is_inside ? metric.inside : metric.outside).Add(value);
    metric.all.Add(value);
  }
}

}  // namespace

Report StartDipPhases() {
  using enum ColumnType;
  return StartTable(
      "coincides", "What the job was at", "a kind of step, or the time around and between steps",
      {TableColumn("dips", kNumber, Unit::kCount, "dips", "How many dips begin in it."),
       TableColumn("time_us", kNumber, Unit::kMicros, "in dips", "Its time in dips of any node."),
       TableColumn("share", kReal, Unit::kShare, "share", "That, divided by the time of the dips."),
       TableColumn("outside_share", kReal, Unit::kShare, "share outside",
                   "Its part of the time in which the metrics were sampled and did not dip."),
       TableColumn("difference", kReal, Unit::kShare, "difference", "share without outside_share."),
       TableColumn("dips_of_it", kReal, Unit::kShare, "dipped",
                   "The part of its own time in which a metric dips.")});
}

Report DipPhases(const DipSearch& search, const std::vector<JobPhase>& phases) {
  struct Sum {
    int64_t dips = 0;
    Int128 inside = 0, outside = 0;
  };
  std::map<std::string, Sum> sums;
  for (const JobPhase& phase : phases) {
    const Interval time = IntervalOf(phase.span);
    Sum& sum = sums[phase.name];
    sum.inside += search.all.dips.Of(time.begin, time.end);
    sum.outside += search.all.outside.Of(time.begin, time.end);
  }
  for (const Dip& dip : search.dips) {
    // The last that began, as steps may overlap.
    const auto next = std::upper_bound(
        phases.begin(), phases.end(), dip.time.begin,
        [](int64_t time, const JobPhase& phase) { return time < phase.span.begin; });
    if (next != phases.begin() && dip.time.begin < (next - 1)->span.end) {
      ++sums[(next - 1)->name].dips;
    }
  }
  const Int128 inside = search.all.dips.total(), outside = search.all.outside.total();
  std::vector<std::pair<double, std::string>> order;
  order.reserve(sums.size());
  const auto difference = [&](const Sum& sum) {
    return FiniteOrZero(Divided(sum.inside, inside)) - FiniteOrZero(Divided(sum.outside, outside));
  };
  for (const auto& [name, sum] : sums) order.emplace_back(-std::abs(difference(sum)), name);
  std::sort(order.begin(), order.end());
  Report report = StartDipPhases();
  for (const auto& [by, name] : order) {
    const Sum& sum = sums[name];
    TableRow(report, name)
        .Number(sum.dips)
        .Number(sum.inside)
        .Real(Divided(sum.inside, inside))
        .Real(Divided(sum.outside, outside))
        .Real(difference(sum))
        .Real(Divided(sum.inside, sum.inside + sum.outside));
  }
  return report;
}

Report StartDipMetrics() {
  using enum ColumnType;
  const auto real = [](const char* name, const char* title, const char* description) {
    return TableColumn(name, kReal, Unit::kNone, title, description);
  };
  return StartTable(
      "other_metrics", "Other metrics in the dips", "the dimension, of all devices of the node",
      {TableColumn("node", kText, Unit::kNone, "node", "The host."),
       TableColumn("kind", kText, Unit::kNone, "kind", "What it is a metric of."),
       TableColumn("unit", kText, Unit::kNone, "unit", "What its values count."),
       real("in_dips", "in dips", "The mean of its values in the dips of its node."),
       real("outside", "outside", "The mean while the metrics were sampled and did not dip."),
       real("difference", "difference", "in_dips without outside."),
       real("effect", "effect", "difference, divided by the standard deviation of all values.")});
}

Report DipMetrics(const Profile& profile, const DipSearch& search) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, MetricIn> metrics;
  for (size_t s = 0; s < search.series.size(); ++s) {
    const MetricSeries& series = search.series[s];
    if (search.is_searched[s] != 0) continue;
    MetricIn& metric = metrics[{series.node, series.kind, series.dimension}];
    metric.node = series.node;
    metric.kind = series.kind;
    metric.dimension = series.dimension;
    metric.unit = series.unit;
    AddSamples(profile, *series.series, search.On(series.node), metric);
  }
  std::vector<const MetricIn*> order;
  order.reserve(metrics.size());
  for (const auto& [key, metric] : metrics) order.push_back(&metric);
  std::stable_sort(order.begin(), order.end(), [](const MetricIn* a, const MetricIn* b) {
    return std::abs(FiniteOrZero(a->effect())) > std::abs(FiniteOrZero(b->effect()));
  });
  Report report = StartDipMetrics();
  for (const MetricIn* metric : order) {
    const double inside = metric->inside.known_mean(), outside = metric->outside.known_mean();
    TableRow(report, metric->dimension,
             {std::string(metric->node), std::string(metric->kind), std::string(metric->dimension)})
        .Text(metric->node)
        .Text(metric->kind)
        .Text(metric->unit)
        .Real(inside)
        .Real(outside)
        .Real(inside - outside)
        .Real(metric->effect());
  }
  return report;
}

}  // namespace profiler
