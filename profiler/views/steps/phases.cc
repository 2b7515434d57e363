#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/phases/job_phases.h"
#include "profiler/analysis/phases/phase_times.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/steps/job_parts.h"
#include "profiler/views/steps/phases_by_place.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// What several recorded of a step, of which it takes the mean.
enum class Averaged : uint8_t { kNothing, kRanks, kNodes };

Averaged AveragedOver(const Selected& selected, std::string_view by, const JobTimes& times) {
  const Profile& profile = selected.profile();
  const bool has_phases = HasPhases(profile);
  std::map<PhasePlace, std::set<uint32_t>> recorders;  // of each row's place
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    if (!times.SpanOf(StepId(s)).has_value()) continue;
    const SourceId source = profile.steps[StepId(s)].source;
    const StringId host = profile.sources[source].host;
    const std::string_view node = host.valid() ? profile.strings[host] : std::string_view();
    const PhasePlace place = {times.KeyOf(StepId(s)).run, by == "node" ? node : ""};
    recorders[place].insert(has_phases ? host.row() : source.row());
  }
  const bool are_several = std::any_of(recorders.begin(), recorders.end(),
                                       [](const auto& of) { return of.second.size() > 1; });
  if (!are_several) return Averaged::kNothing;
  return has_phases ? Averaged::kNodes : Averaged::kRanks;
}

void AddMeansNote(Averaged averaged, bool by_node, Report& report) {
  if (averaged == Averaged::kNothing || report.rows.empty()) return;
  const std::string_view who = averaged == Averaged::kNodes ? "nodes" : "ranks";
  report.notes.push_back(
      {"means_over_places", Severity::kInfo,
       fmt::format("totals are means over {0}, not sums: a step that several {0} recorded counts "
                   "once, with the mean of their times{1}",
                   who, by_node ? "" : "; -by node shows each node")});
}

struct PhaseRow {
  std::string_view run;  // empty if the profile has one
  uint32_t run_index = 0;
  std::string_view node;  // the node, with -by node
  std::string_view phase;
  Distribution times;
  double on_devices = kAbsentReal;  // with -by process

  Value OnDevices(size_t count) const {
    return std::isnan(on_devices) ? kAbsent : WholePicos(on_devices / static_cast<double>(count));
  }

  // The files of a run lie elsewhere than those of the same run of a base, so it counts by its
  // place.
  std::vector<std::string> Key() const {
    return {run.empty() ? "" : std::to_string(run_index), std::string(node), std::string(phase)};
  }
};

std::vector<ColumnOf<PhaseRow>> PhaseColumns(bool by_node) {
  using C = ColumnOf<PhaseRow>;
  using Row = const PhaseRow&;
  const auto time = [](std::string_view name, std::string_view title, std::string_view sentence,
                       double Distribution::*value) {
    return C::Number(name, Unit::kMicros, title, sentence,
                     [value](Row row) { return WholePicos(row.times.*value); });
  };
  return Concat<PhaseRow>({
      C::Text("phase", "phase", "The same as its name.", &PhaseRow::phase).RepeatsName(),
      C::Text("node", "node", "Of -by node: the host.", &PhaseRow::node).If(by_node),
      C::Text("run", "run", "Of several runs: the one whose steps these are.", &PhaseRow::run)
          .Optional(),
      C::Number("count", Unit::kCount, "count", "In how many steps, and how often outside.",
                [](Row row) { return row.times.count; })
          .In(Detail::kBrief),
      C::Number(
          "total_us", Unit::kMicros, "total",
          "The sum over these; several nodes or ranks count with their mean.",
          [](Row row) { return WholePicos(row.times.mean * static_cast<double>(row.times.count)); })
          .In(Detail::kBrief),
      time("mean_us", "mean", "Their mean.", &Distribution::mean).Typical().In(Detail::kBrief),
      C::Number("device_span_us", Unit::kMicros, "device span",
                "Of what users marked: from the first begin to the last end of the work that was "
                "launched in it on devices, summed. The other times are the marks' on the host.",
                [](Row row) { return row.OnDevices(1); })
          .In(Detail::kBrief)
          .Optional(),
      C::Number("mean_device_span_us", Unit::kMicros, "mean device span",
                "That divided by the count.",
                [](Row row) { return row.OnDevices(row.times.count); })
          .Typical()
          .In(Detail::kBrief)
          .Optional(),
      time("min_us", "min", "The shortest.", &Distribution::min).Typical().In(Detail::kReport),
      time("max_us", "max", "The longest.", &Distribution::max).Typical().In(Detail::kBrief),
      time("p50_us", "p50", "The median.", &Distribution::p50).Typical().In(Detail::kBrief),
      time("p95_us", "p95", "95 % are shorter.", &Distribution::p95).Typical().In(Detail::kBrief),
      time("p99_us", "p99", "99 % are shorter.", &Distribution::p99).Typical(),
  });
}

std::vector<ReportColumn> AllPhaseColumns() { return Headers(PhaseColumns(true)); }

std::vector<Report> PhaseTables() {
  return {StartTable("", "", "the phase", AllPhaseColumns()), StartJob()};
}

absl::StatusOr<Report> AnswerPhases(const Selected& selected, const Query& query, RunContext&) {
  const Profile& profile = selected.profile();
  const bool by_node = query.by == "node";
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const JobTimes times(selected);
  PhasesByPlace by_places = PhasesBy(selected, query.by, times);
  const TimesByPlace on_devices =
      query.by == "process" ? MarksOnDevices(selected, times) : TimesByPlace();
  const Runs runs = RunsOf(profile);
  const std::vector<ColumnOf<PhaseRow>> columns = PhaseColumns(by_node);
  Report report = StartTable("phases", "Phases", "the phase", Headers(columns));
  report.values.basis = Basis::kTimesInSteps;
  for (auto& [place, phases] : by_places) {
    const std::string_view run = runs.are_several() ? runs.names[place.first] : std::string_view();
    phases.Finish(
        !query.by.empty() && query.by != "phase",
        [&, in = place.first, on = place.second](const std::string& phase,
                                                 const std::vector<double>& durations) {
          const PhaseRow row{
              run, in, on, phase, Describe(durations), TimeOnDevices(on_devices, {in, on}, phase)};
          AppendRow(columns, phase, row.Key(), row, report);
        });
  }
  DropEmptyColumns(report);
  AddMeansNote(AveragedOver(selected, query.by, times), by_node, report);
  if (report.rows.empty()) AddNoPhasesNote(selected, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  if (selected.steps().all) {
    Report job = PartsOfJob(JobPhases(selected, times));
    if (!job.rows.empty()) report.sections.push_back(std::move(job));
  }
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

constexpr std::string_view kRowsOfPhases[] = {"phase", "node", "metric", "process"};

extern const View kPhasesView = {
    .name = "phases",
    .summary = "phases of a training: how often, how long, and the time around steps",
    .details =
        "A row is a kind of step, with -by node of one node; with -by process a process or what "
        "users marked, with -by metric what ran. What a phase of SageMaker did in one step counts "
        "once, from its first begin on a node to its last end there; times of all else are added "
        "up. Of several nodes or ranks a step takes their mean. A section "
        "tells the time before, in and after the steps, and when metrics were recorded but no "
        "events.",
    .run = AnswerPhases,
    .rows = RowKind::kOther,
    .columns = AllPhaseColumns,
    .sections = PhaseTables,
    .obeys = kSelectionUses | kTableUses | OptionUse::kMeaningOfRows,
    .by = kRowsOfPhases,
    .events = EventUse::kAlways,
};

}  // namespace profiler
