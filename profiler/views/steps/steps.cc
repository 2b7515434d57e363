#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "profiler/advise/metric_clock_notes.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/step_split/timed_phases.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/store/one_source.h"
#include "profiler/views/common/source_keys.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/step_marks_note.h"
#include "profiler/views/steps/step_summary.h"
#include "profiler/views/steps/steps_by_device.h"
#include "profiler/views/steps/steps_by_rank.h"
#include "profiler/views/steps/steps_columns.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

constexpr char kRowsAre[] = "the step's name, or its number";

// The minimum number of steps needed to find outliers, and the factor by which an outlier is
// slower.
constexpr size_t kLeastToCompare = 4;
constexpr double kOutlierDeviations = 3, kOutlierFactor = 1.2;

void AddPlacesNote(const Selected& selected, Report& report) {
  if (selected.source_filter().all() || report.rows.empty()) return;
  report.notes.push_back({"places_left_out", Severity::kInfo,
                          "total_us is the whole step's; what ran only in places that -source, "
                          "-host, -rank and -device leave out is in other_us"});
}

// Whether a step that was cut is an outlier already: it would only be longer. A first one may hold
// work of a step before the recording.
bool IsCutOutlier(const StepsRow& step, const std::vector<StepsRow*>& whole,
                  const std::vector<double>& totals) {
  if (step.total() == kAbsent || !step.sum.is_partial(step.profile)) return false;
  const bool is_later = std::any_of(whole.begin(), whole.end(), [&](const StepsRow* other) {
    return other->number() != kUnknown && other->number() < step.number();
  });
  if (!is_later) return false;
  std::vector<double> with_it = totals;
  with_it.push_back(static_cast<double>(step.total()));
  const std::vector<size_t> slow = SlowSteps(with_it, kOutlierDeviations, kOutlierFactor);
  return std::find(slow.begin(), slow.end(), totals.size()) != slow.end();
}

// Of one kind, host and run.
void CompareAlike(const std::vector<StepsRow*>& steps) {
  std::vector<StepsRow*> whole;
  std::vector<double> totals;
  for (StepsRow* step : steps) {
    if (step->total() == kAbsent || step->sum.is_partial(step->profile)) continue;
    whole.push_back(step);
    totals.push_back(static_cast<double>(step->total()));
  }
  if (totals.empty()) return;
  const double median = CenterOf(totals).median;
  for (StepsRow* step : steps) {
    if (step->total() == kAbsent || median == 0) continue;
    step->against_median = static_cast<double>(step->total()) / median;
  }
  if (totals.size() < kLeastToCompare) return;
  for (const size_t at : SlowSteps(totals, kOutlierDeviations, kOutlierFactor)) {
    whole[at]->is_outlier = true;
  }
  for (StepsRow* step : steps) {
    if (IsCutOutlier(*step, whole, totals)) step->is_outlier = true;
  }
}

// Compares each step with the whole steps of its kind, host and run, selected or not.
void CompareWithMedians(const Runs& runs, std::vector<StepsRow>& rows) {
  std::map<std::pair<uint32_t, std::string_view>, std::vector<StepsRow*>> by_host;
  for (StepsRow& row : rows) {
    if (row.is_step()) by_host[{RunOf(row, runs), row.host}].push_back(&row);
  }
  for (const auto& [host, steps] : by_host) {
    for (const RowsOfMark& kind : RowsByMark(steps)) CompareAlike(kind.rows);
  }
}

// The selected rows, sorted by run and number. A step that did not run in the selected places has
// no row.
std::vector<StepsRow*> SelectedRows(const Selected& selected, const Runs& runs,
                                    std::vector<StepsRow>& rows) {
  std::vector<StepsRow*> shown;
  for (StepsRow& row : rows) {
    const bool is_selected = row.is_step() ? selected.steps().Has(row.id()) : selected.steps().all;
    const bool is_there = row.sum.ran || (selected.source_filter().all() && row.is_step());
    if (is_selected && is_there) shown.push_back(&row);
  }
  const auto place = [&runs](const StepsRow* row) {
    return std::tuple(!row->is_step(), row->is_step() ? RunOf(*row, runs) : 0, row->number());
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&](const StepsRow* a, const StepsRow* b) { return place(a) < place(b); });
  return shown;
}

// Keys use the number, as several steps may have the same name.
std::vector<std::string> KeyOfStep(const StepsRow& row, const SourceKeys& sources) {
  std::vector<std::string> key;
  std::string source = row.is_step() ? sources.Of(row.step().source) : "";
  if (!source.empty()) key.push_back(std::move(source));
  key.push_back(row.number() == kUnknown ? row.name() : std::to_string(row.number()));
  return key;
}

void AddNew(std::vector<ReportColumn> more, std::vector<ReportColumn>& columns) {
  for (ReportColumn& column : more) {
    const bool is_there =
        std::any_of(columns.begin(), columns.end(),
                    [&](const ReportColumn& other) { return other.name == column.name; });
    if (!is_there) columns.push_back(std::move(column));
  }
}

// The columns of steps, then those that only -by rank, -by host and -by device have.
std::vector<ReportColumn> AllStepsColumns() {
  std::vector<ReportColumn> columns = Headers(StepsColumns(true, ExecSums()));
  AddNew(StepsByRankColumns(), columns);
  AddNew(StepsByDeviceColumns(), columns);
  return columns;
}

std::vector<Report> StepTables() {
  return {StartTable("", "", kRowsAre, AllStepsColumns()), StepSummary({}, {})};
}

absl::StatusOr<Report> AnswerSteps(const Selected& selected, const Query& query,
                                   RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  if (query.by == "device") return AnswerStepsByDevice(selected, query, context);
  if (query.by == "rank" || query.by == "host") return AnswerStepsByRank(selected, query, context);
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSum> sums, AddUpSteps(selected, query, context));
  PROFILER_ASSIGN_OR_RETURN(const SharedSplits splits, SplitSteps(selected, sums, context));
  std::vector<StepsRow> rows;
  for (size_t i = 0; i < sums.size(); ++i) rows.emplace_back(profile, sums[i], (*splits)[i]);
  const Runs runs = RunsOf(profile);
  CompareWithMedians(runs, rows);
  const std::vector<StepsRow*> shown = SelectedRows(selected, runs, rows);
  ExecSums all;
  for (const StepsRow* row : shown) all.Add(row->sum.execs);
  const bool has_sources = !HasOneSource(profile);
  const std::vector<StepsColumn> columns = StepsColumns(has_sources, all, AreTimedPhases(profile));
  Report report = StartTable("steps", "Training steps", kRowsAre, Headers(columns));
  report.values.basis = Basis::kEachStep;
  const StepMetrics metrics(selected);
  const SourceKeys source_keys(profile);
  for (StepsRow* row : shown) {
    row->metrics = metrics.Of(row->id());
    AppendRow(columns, row->name(), KeyOfStep(*row, source_keys), *row, report);
    report.rows.back().is_whole = row->is_whole_step();
  }
  DropEmptyColumns(report);
  if (profile.steps.size() == 0) {
    report.notes.push_back(
        {"no_steps", Severity::kWarning,
         "no step was recorded: `info` shows what was recorded and what is missing"});
  }
  AddStepMarksNote(profile, report);
  if (!query.selection.step_events.empty()) AddStepsCoverLittleNote(profile, report);
  if (report.rows.empty() && profile.steps.size() > 0) AddNoStepsNote(selected, report);
  AddPlacesNote(selected, report);
  AddMetricClockNotes(profile, report);
  if (query.collectives.bandwidth > 0) {
    report.notes.push_back({"bandwidth_unused", Severity::kInfo,
                            "-bandwidth tells how long collectives should take in `steps -by "
                            "device` and `collectives`; here it changes nothing"});
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  for (Report& summary : StepSummaries(shown, report.columns, runs)) {
    report.sections.push_back(std::move(summary));
  }
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

constexpr std::string_view kRowsOfSteps[] = {"rank", "host", "device"};

extern const View kStepsView = {
    .name = "steps",
    .summary = "training steps: how long each took, against the median, and what ran in it",
    .details =
        "A row is a training step of one input; what ran outside every step is a row of its own. "
        "total_us is wall time; cpu_us and accelerator_us add up overlapping work. With -by rank "
        "or -by host a row is a rank or a host: its median step against the others', how long it "
        "waits in collectives, and how late it comes. With -by device a row is a step on a TPU "
        "core: its own split of the step, which core is busy longest, and how long its collectives "
        "should take by its links.",
    .run = AnswerSteps,
    .rows = RowKind::kOther,
    .columns = AllStepsColumns,
    .sections = StepTables,
    .obeys = kSelectionUses | kTableUses | OptionUse::kMeaningOfRows | OptionUse::kOpTypes |
             OptionUse::kDevicePeaks | OptionUse::kBandwidth,
    .by = kRowsOfSteps,
    .rows_are_steps = true,
    .events = EventUse::kWithBy,
};

}  // namespace profiler
