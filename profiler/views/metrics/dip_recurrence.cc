#include "profiler/views/metrics/dip_recurrence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/recurrence.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"

namespace profiler {
namespace {

// Of a series: how its dips recur in time and in steps.
struct SeriesDips {
  int64_t count = 0;
  Int128 total = 0;
  std::vector<int64_t> begins;
};

void AddRow(const MetricSeries& series, const SeriesDips& dips, const DipPattern& pattern,
            Report& report) {
  const auto& [in_time, in_steps, steps] = pattern;
  const bool is_in_time = std::isfinite(in_time.every);
  TableRow(report, series.name,
           {std::string(series.node), std::string(series.kind), series.name,
            std::string(series.dimension)})
      .Text(series.node)
      .Text(series.dimension)
      .Number(dips.count)
      .Number(dips.total)
      .Number(WholePicos(in_time.typical))
      .Text(steps != kAbsent ? "steps"
            : is_in_time     ? "time"
                             : "none")
      .Number(steps)
      .Number(WholePicos(in_time.every))
      .Real(steps != kAbsent ? in_steps.regular : in_time.regular);
}

}  // namespace

Report StartDipRecurrence() {
  using enum ColumnType;
  return StartTable(
      "recurrence", "How dips recur", "the device, or the metric of a host",
      {TableColumn("node", kText, Unit::kNone, "node", "The host."),
       TableColumn("dimension", kText, Unit::kNone, "dimension", "What was measured."),
       TableColumn("dips", kNumber, Unit::kCount, "dips", "How many there are."),
       TableColumn("total_us", kNumber, Unit::kMicros, "total", "How long they last, added up."),
       TableColumn("typical_us", kNumber, Unit::kMicros, "typical distance",
                   "The median time from the begin of one to that of the next."),
       TableColumn(
           "pattern", kText, Unit::kNone, "pattern",
           "steps: they recur every so many steps; time: after equal times; none: neither."),
       TableColumn("every_steps", kNumber, Unit::kCount, "every steps", "After how many steps."),
       TableColumn("every_us", kNumber, Unit::kMicros, "every", "After what time."),
       TableColumn("regular", kReal, Unit::kShare, "regular",
                   "The part of the distances that are once, twice or three times the typical one, "
                   "give or take 15 % of it or a sample: a pattern has 80 %, of three dips or "
                   "more.")});
}

Report DipRecurrence(const DipSearch& search, const std::vector<JobPhase>& phases) {
  const StepClock clock(phases);
  std::map<size_t, SeriesDips> by_series;
  for (const Dip& dip : search.dips) {
    SeriesDips& dips = by_series[dip.series];
    ++dips.count;
    dips.total += Int128{dip.time.end} - dip.time.begin;
    dips.begins.push_back(dip.time.begin);
  }
  Report report = StartDipRecurrence();
  for (const auto& [s, dips] : by_series) {
    AddRow(search.series[s], dips, clock.PatternOf(dips.begins, search.tick[s]), report);
  }
  return report;
}

}  // namespace profiler
