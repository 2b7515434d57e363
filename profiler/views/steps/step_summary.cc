#include "profiler/views/steps/step_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/analysis/step_split/timed_phases.h"
#include "profiler/analysis/steps/kinds/step_marks.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr double kPicos = static_cast<double>(kPicosPerMicro);

struct StepTimeRow {
  Summary time;
  double share;
};

const std::vector<ColumnOf<StepTimeRow>>& StepTimeColumns() {
  using C = ColumnOf<StepTimeRow>;
  using Row = const StepTimeRow&;
  static const std::vector<C> kColumns = {
      C::Number("steps", Unit::kCount, "steps",
                "how many steps have a value: partial ones are left out",
                [](Row row) { return row.time.count; }),
      C::Real("average_us", Unit::kMicros, "average", "the mean over these steps",
              [](Row row) { return row.time.average; }),
      C::Real("share", Unit::kShare, "of total",
              "the average over the average of total_us; none for values that are not part of it",
              &StepTimeRow::share),
      C::Real("median_us", Unit::kMicros, "median", "the median over these steps",
              [](Row row) { return row.time.median; }),
      C::Real("deviation_us", Unit::kMicros, "deviation",
              "the standard deviation of these steps, as of a sample; of one step there is none",
              [](Row row) { return row.time.deviation; }),
      C::Real("min_us", Unit::kMicros, "min", "the least", [](Row row) { return row.time.min; }),
      C::Real("max_us", Unit::kMicros, "max", "the greatest", [](Row row) { return row.time.max; }),
  };
  return kColumns;
}

Summary OfColumn(const StepsColumn& column, const std::vector<const StepsRow*>& steps) {
  ReportColumn filled = column.header();
  for (const StepsRow* step : steps) column.Append(*step, filled);
  std::vector<double> values;
  for (const Value value : filled.own) {
    if (value != kAbsent) values.push_back(static_cast<double>(value) / kPicos);
  }
  return SummaryOf(std::move(values));
}

bool IsShown(const StepsColumn& column, const std::vector<ReportColumn>& shown) {
  return std::any_of(shown.begin(), shown.end(),
                     [&](const ReportColumn& one) { return one.name == column.header().name; });
}

}  // namespace

Report StepSummary(const std::vector<StepsRow*>& rows, const std::vector<ReportColumn>& shown) {
  Report summary = StartTable("statistics", "Over the steps that are not partial",
                              "a column of times", Headers(StepTimeColumns()));
  summary.values = {Basis::kWholeSteps, "the mean step"};
  std::vector<const StepsRow*> steps;
  for (const StepsRow* row : rows) {
    if (row->is_whole_step()) steps.push_back(row);
  }
  if (steps.size() < 2) return summary;
  const double total = OfColumn(StepTotalColumn(), steps).average;
  const auto add = [&](const StepsColumn& column, bool is_part, std::string_view name) {
    const Summary time = OfColumn(column, steps);
    // Leaves out columns that are zero in all steps.
    if (time.count == 0 || time.max == 0 || !IsShown(column, shown)) return;
    const double share = is_part && total > 0 ? time.average / total : kAbsentReal;
    AppendRow(StepTimeColumns(), name, {column.header().name}, StepTimeRow{time, share}, summary);
  };
  const StepsColumn whole = StepTotalColumn();
  add(whole, true, whole.header().name);
  for (const StepsColumn& work : StepWorkColumns(ExecSums())) add(work, false, work.header().name);
  const bool are_phases = AreTimedPhases(steps.front()->profile);
  size_t part = 0;
  for (const StepsColumn& column : StepPartColumns(are_phases)) {
    const bool is_host = static_cast<StepPart>(part++) == StepPart::kHostCompute;
    const std::string_view name = column.header().name;
    add(column, true, is_host && are_phases ? kTimedPhases : name);
  }
  return summary;
}

uint32_t RunOf(const StepsRow& row, const Runs& runs) {
  return runs.of_source[row.profile.steps[row.id()].source.row()];
}

std::vector<RowsOfMark> RowsByMark(const std::vector<StepsRow*>& rows) {
  if (rows.empty()) return {};
  const Profile& profile = rows.front()->profile;
  std::vector<StepId> ids;
  std::vector<double> times;
  for (const StepsRow* row : rows) {
    ids.push_back(row->id());
    times.push_back(static_cast<double>(OrZero(row->total())));
  }
  const std::vector<MarkedSteps> kinds = StepsByMark(profile, ids, kLeastOfMark);
  const MarkedSteps* const main = MainKind(profile, ids, times, kinds);
  std::vector<RowsOfMark> by_mark;
  by_mark.reserve(kinds.size());
  for (const MarkedSteps& kind : kinds) {
    RowsOfMark one = {NameOf(kind), {}};
    for (const size_t place : kind.places) one.rows.push_back(rows[place]);
    by_mark.insert(&kind == main ? by_mark.begin() : by_mark.end(), std::move(one));
  }
  return by_mark;
}

std::vector<Report> StepSummaries(const std::vector<StepsRow*>& rows,
                                  const std::vector<ReportColumn>& shown, const Runs& runs) {
  std::map<uint32_t, std::vector<StepsRow*>> by_run;
  for (StepsRow* row : rows) {
    if (row->is_step()) by_run[RunOf(*row, runs)].push_back(row);
  }
  std::vector<Report> summaries;
  for (const auto& [run, steps] : by_run) {
    const std::vector<RowsOfMark> kinds = RowsByMark(steps);
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
      Report summary = StepSummary(kinds[kind].rows, shown);
      if (summary.rows.empty()) continue;
      const std::string of = kinds.size() > 1 ? kinds[kind].mark + ": " : "";
      if (!of.empty()) summary.title = of + "over the steps that are not partial";
      if (by_run.size() > 1) {
        summary.view += fmt::format("_{}", run + 1);
        summary.title = fmt::format("Run {} ({}): {}over its steps that are not partial", run + 1,
                                    runs.names[run], of);
      }
      if (!of.empty()) summary.view += fmt::format("_kind_{}", kind + 1);
      summaries.push_back(std::move(summary));
    }
  }
  return summaries;
}

}  // namespace profiler
