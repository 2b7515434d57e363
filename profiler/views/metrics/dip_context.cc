#include "profiler/views/metrics/dip_context.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

double FiniteOrZero(double value) { return std::isfinite(value) ? value : 0; }

// Computes mean and standard deviation from sums, so that long series need not be copied.
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
  std::string_view unit;
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

struct DipPhase {
  std::string name;
  const DipTimes& all;
  int64_t dips = 0;
  Int128 inside = 0, outside = 0;

  double share() const { return ShareOf(inside, all.dips.total()); }
  double outside_share() const { return ShareOf(outside, all.outside.total()); }
  double difference() const { return FiniteOrZero(share()) - FiniteOrZero(outside_share()); }
};

const std::vector<ColumnOf<DipPhase>>& DipPhaseColumns() {
  using C = ColumnOf<DipPhase>;
  using Row = const DipPhase&;
  static const std::vector<C> kColumns = {
      C::Number("dips", Unit::kCount, "dips", "How many dips begin in it.", &DipPhase::dips),
      C::Number("time_us", Unit::kMicros, "in dips", "Its time in dips of any node.",
                &DipPhase::inside),
      C::Real("share", Unit::kShare, "share", "That, divided by the time of the dips.",
              &DipPhase::share),
      C::Real("outside_share", Unit::kShare, "share outside",
              "Its part of the time in which the metrics were sampled and did not dip.",
              &DipPhase::outside_share),
      C::Real("difference", Unit::kShare, "difference", "share without outside_share.",
              &DipPhase::difference),
      C::Real("dips_of_it", Unit::kShare, "dipped",
              "The part of its own time in which a metric dips.",
              [](Row row) { return ShareOf(row.inside, row.inside + row.outside); }),
  };
  return kColumns;
}

const std::vector<ColumnOf<DipMetric>>& DipMetricColumns() {
  using C = ColumnOf<DipMetric>;
  static const std::vector<C> kColumns = {
      C::Text("node", "node", "The host.", &DipMetric::node),
      C::Text("kind", "kind", "What it is a metric of.", &DipMetric::kind),
      C::Text("unit", "unit", "What its values count.", &DipMetric::unit),
      C::Real("in_dips", Unit::kNone, "in dips", "The mean of its values in the dips of its node.",
              &DipMetric::inside),
      C::Real("outside", Unit::kNone, "outside",
              "The mean while the metrics were sampled and did not dip.", &DipMetric::outside),
      C::Real("difference", Unit::kNone, "difference", "in_dips without outside.",
              [](const DipMetric& row) { return row.inside - row.outside; }),
      C::Real("effect", Unit::kNone, "effect",
              "difference, divided by the standard deviation of all values.", &DipMetric::effect),
  };
  return kColumns;
}

}  // namespace

Report DipPhases(const DipSearch& search, const std::vector<JobPhase>& phases) {
  std::map<std::string, DipPhase> by_name;
  for (const JobPhase& phase : phases) {
    const Interval time = IntervalOf(phase.span);
    DipPhase& sum = by_name.try_emplace(phase.name, DipPhase{phase.name, search.all}).first->second;
    sum.inside += search.all.dips.Of(time.begin, time.end);
    sum.outside += search.all.outside.Of(time.begin, time.end);
  }
  for (const Dip& dip : search.dips) {
    // Steps may overlap, so this takes the step that started last.
    const auto next = std::upper_bound(
        phases.begin(), phases.end(), dip.time.begin,
        [](int64_t time, const JobPhase& phase) { return time < phase.span.begin; });
    if (next != phases.begin() && dip.time.begin < (next - 1)->span.end) {
      ++by_name.find((next - 1)->name)->second.dips;
    }
  }
  std::vector<const DipPhase*> order;
  order.reserve(by_name.size());
  for (const auto& [name, phase] : by_name) order.push_back(&phase);
  std::stable_sort(order.begin(), order.end(), [](const DipPhase* a, const DipPhase* b) {
    return std::abs(a->difference()) > std::abs(b->difference());
  });
  Report report = StartTable("coincides", "What the job was at",
                             "a kind of step, or the time around and between steps",
                             Headers(DipPhaseColumns()));
  for (const DipPhase* phase : order) AppendRow(DipPhaseColumns(), phase->name, *phase, report);
  return report;
}

std::vector<DipMetric> FindDipMetrics(const Profile& profile, const DipSearch& search) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, MetricIn> metrics;
  for (size_t s = 0; s < search.series.size(); ++s) {
    const MetricSeries& series = search.series[s];
    if (search.is_searched[s] != 0) continue;
    MetricIn& metric = metrics[{series.node, series.kind, series.dimension}];
    metric.unit = series.unit;
    AddSamples(profile, *series.series, search.On(series.node), metric);
  }
  std::vector<DipMetric> rows;
  rows.reserve(metrics.size());
  for (const auto& [key, metric] : metrics) {
    rows.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), metric.unit,
                    metric.inside.known_mean(), metric.outside.known_mean(), metric.effect()});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const DipMetric& a, const DipMetric& b) {
    return std::abs(FiniteOrZero(a.effect)) > std::abs(FiniteOrZero(b.effect));
  });
  return rows;
}

Report DipMetricsTable(const std::vector<DipMetric>& rows) {
  Report report =
      StartTable("other_metrics", "Other metrics in the dips",
                 "the dimension, of all devices of the node", Headers(DipMetricColumns()));
  for (const DipMetric& row : rows) {
    AppendRow(DipMetricColumns(), row.dimension,
              {std::string(row.node), std::string(row.kind), std::string(row.dimension)}, row,
              report);
  }
  return report;
}

}  // namespace profiler
