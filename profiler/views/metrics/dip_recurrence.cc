#include "profiler/views/metrics/dip_recurrence.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

const std::vector<ColumnOf<DipRecurrence>>& RecurrenceColumns() {
  using C = ColumnOf<DipRecurrence>;
  using Row = const DipRecurrence&;
  static const std::vector<C> kColumns = {
      C::Text("node", "node", "The host.", [](Row row) { return row.series->node; }),
      C::Text("dimension", "dimension", "What was measured.",
              [](Row row) { return row.series->dimension; }),
      C::Number("dips", Unit::kCount, "dips", "How many there are.", &DipRecurrence::dips),
      C::Number("total_us", Unit::kMicros, "total", "How long they last, added up.",
                &DipRecurrence::total),
      C::Number("typical_us", Unit::kMicros, "typical distance",
                "The median time from the begin of one to that of the next.",
                [](Row row) { return WholePicos(row.pattern.in_time.typical); })
          .Typical(),
      C::Text("pattern", "pattern",
              "steps: they recur every so many steps; time: after equal times; none: neither.",
              [](Row row) { return row.in_steps()  ? "steps"
                                   : row.in_time() ? "time"
                                                   : "none"; }),
      C::Number("every_steps", Unit::kCount, "every steps", "After how many steps.",
                [](Row row) { return row.pattern.every_steps; })
          .Typical(),
      C::Number("every_us", Unit::kMicros, "every", "After what time.",
                [](Row row) { return WholePicos(row.pattern.in_time.every); })
          .Typical(),
      C::Real("regular", Unit::kShare, "regular",
              "The part of the distances that are once, twice or three times the typical one, give "
              "or take 15 % of it or a sample: a pattern has 80 %, of three dips or more.",
              [](Row row) {
                const DipPattern& pattern = row.pattern;
                return row.in_steps() ? pattern.in_steps.regular : pattern.in_time.regular;
              })
          .Typical(),
  };
  return kColumns;
}

}  // namespace

std::vector<DipRecurrence> FindDipRecurrence(const DipSearch& search,
                                             const std::vector<JobPhase>& phases) {
  const StepClock clock(phases);
  std::map<size_t, std::pair<Int128, std::vector<int64_t>>> by_series;  // total and start times
  for (const Dip& dip : search.dips) {
    auto& [total, begins] = by_series[dip.series];
    total += Int128{dip.time.end} - dip.time.begin;
    begins.push_back(dip.time.begin);
  }
  std::vector<DipRecurrence> rows;
  rows.reserve(by_series.size());
  for (const auto& [s, dips] : by_series) {
    rows.push_back({&search.series[s], static_cast<int64_t>(dips.second.size()), dips.first,
                    clock.PatternOf(dips.second, search.tick[s])});
  }
  return rows;
}

Report DipRecurrenceTable(const std::vector<DipRecurrence>& rows) {
  Report report = StartTable("recurrence", "How dips recur", "the device, or the metric of a host",
                             Headers(RecurrenceColumns()));
  for (const DipRecurrence& row : rows) {
    const MetricSeries& series = *row.series;
    AppendRow(RecurrenceColumns(), series.name,
              {std::string(series.node), std::string(series.kind), series.name,
               std::string(series.dimension)},
              row, report);
  }
  return report;
}

}  // namespace profiler
