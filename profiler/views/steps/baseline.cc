#include <algorithm>
#include <string>
#include <vector>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

struct BaselineRow {
  const StepTimings& timings;
  const Summary times;
};

const std::vector<ColumnOf<BaselineRow>>& BaselineColumns() {
  using C = ColumnOf<BaselineRow>;
  using Row = const BaselineRow&;
  static const std::vector<C> kColumns = {
      C::Number("steps", Unit::kCount, "steps", "Its whole steps.",
                [](Row row) { return static_cast<int64_t>(row.times.count); }),
      C::Number("median_us", Unit::kMicros, "median", "The median of their wall times.",
                [](Row row) { return WholePicos(row.times.median); }),
      C::Number("min_us", Unit::kMicros, "min", "The shortest of them.",
                [](Row row) { return WholePicos(row.times.min); }),
      C::Number("max_us", Unit::kMicros, "max", "The longest of them.",
                [](Row row) { return WholePicos(row.times.max); }),
      C::Number("left_out", Unit::kCount, "partial",
                "Steps of which a part was not recorded, which are left out.",
                [](Row row) { return static_cast<int64_t>(row.timings.left_out); }),
  };
  return kColumns;
}

absl::StatusOr<Report> AnswerBaseline(const Selected& selected, const Query& query,
                                      RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepTimings> timings,
                            TimeSteps(selected, query, context));
  const Runs runs = RunsOf(selected.profile());
  Report report = StartTable("baseline", "Runs of a baseline", "baseline: A row is a run.",
                             Headers(BaselineColumns()));
  for (const StepTimings& run : timings) {
    if (run.empty()) continue;
    AppendRow(BaselineColumns(), runs.names[run.run_index], {run, SummaryOf(run.totals)}, report);
  }
  if (report.rows.empty()) AddNoStepsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(selected.profile(), query, report);
  return report;
}

}  // namespace

extern const View kBaselineView = {
    .name = "baseline",
    .summary = "several profiles as runs, kept in one small store to compare others with",
    .details =
        "`baseline RUN... -output store:outfile=main.store` opens each RUN as a run of its own and "
        "writes a store without events (events=none), which `diff` and `check` take as -base. A "
        "row is a run: its whole steps and their median.",
    .run = AnswerBaseline,
    .rows = RowKind::kOther,
    .columns = [] { return Headers(BaselineColumns()); },
    .obeys = kSelectionUses,
    .inputs = ProfilesAs::kRuns,
};

}  // namespace profiler
