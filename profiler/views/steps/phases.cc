#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/steps/phase_durations.h"
#include "profiler/base/status.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// The durations of each node's own steps.
std::map<std::string_view, Phases> StepsByNode(const Profile& profile, const JobTimes& times) {
  std::map<std::string_view, Phases> nodes;
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const std::optional<JobSpan> span = times.SpanOf(StepId(s));
    if (!span.has_value()) continue;
    const StringId host = profile.sources[profile.steps[StepId(s)].source].host;
    const auto key = times.KeyOf(StepId(s));
    nodes[host.valid() ? profile.strings[host] : ""].Span(key.first, key, *span);
  }
  return nodes;
}

struct JobPart {
  JobSpan span;
  Int128 all;  // the duration of the job

  Int128 length() const { return span.end - span.begin; }
};

const std::vector<ColumnOf<JobPart>>& JobColumns() {
  using C = ColumnOf<JobPart>;
  using Row = const JobPart&;
  static const std::vector<C> kColumns = {
      C::Number("begin_us", Unit::kMicros, "begin", "From the profile's start to its begin.",
                [](Row row) { return row.span.begin; })
          .As(ColumnRole::kBegin),
      C::Number("duration_us", Unit::kMicros, "duration", "How long it took.", &JobPart::length),
      C::Real("share", Unit::kShare, "share", "Its part of the whole time.",
              [](Row row) { return ShareOf(row.length(), row.all); }),
  };
  return kColumns;
}

Report StartJob() {
  Report job = StartTable("job", "The job's time", "the part of the job", Headers(JobColumns()));
  job.values = {Basis::kTotals, "the job's whole time"};
  return job;
}

// The times before the first step, from its start to the end of the last step, and after the last
// step.
Report PartsOfJob(const JobTimes& times) {
  Report report = StartJob();
  const std::optional<JobSpan> steps = times.Steps(), all = times.All();
  if (!steps.has_value() || !all.has_value()) return report;
  const auto add = [&](std::string_view name, Int128 begin, Int128 end) {
    AppendRow(JobColumns(), name, JobPart{{begin, end}, all->end - all->begin}, report);
  };
  add("initialization", all->begin, steps->begin);
  add("training_loop", steps->begin, steps->end);
  add("finalization", steps->end, all->end);
  return report;
}

struct PhaseRow {
  std::string_view node;  // the node, with -by node
  std::string_view phase;
  Distribution times;

  std::vector<std::string> Key() const {
    if (node.empty()) return {std::string(phase)};
    return {std::string(node), std::string(phase)};
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
      C::Number("count", Unit::kCount, "count", "In how many steps, and how often outside.",
                [](Row row) { return row.times.count; })
          .In(Detail::kBrief),
      C::Number(
          "total_us", Unit::kMicros, "total", "The sum over these.",
          [](Row row) { return WholePicos(row.times.mean * static_cast<double>(row.times.count)); })
          .In(Detail::kBrief),
      time("mean_us", "mean", "Their mean.", &Distribution::mean).In(Detail::kBrief),
      time("min_us", "min", "The shortest.", &Distribution::min).In(Detail::kReport),
      time("max_us", "max", "The longest.", &Distribution::max).In(Detail::kBrief),
      time("p50_us", "p50", "The median.", &Distribution::p50).In(Detail::kBrief),
      time("p95_us", "p95", "95 % are shorter.", &Distribution::p95).In(Detail::kBrief),
      time("p99_us", "p99", "99 % are shorter.", &Distribution::p99),
  });
}

std::vector<ReportColumn> AllPhaseColumns() { return Headers(PhaseColumns(true)); }

std::vector<Report> PhaseTables() {
  return {StartTable("", "", "the phase", AllPhaseColumns()), StartJob()};
}

absl::StatusOr<Report> AnswerPhases(const Selected& selected, const Query& query, RunContext&) {
  const Profile& profile = selected.profile();
  const bool by_events = query.by == "metric" || query.by == "process";
  const bool by_node = query.by == "node";
  if (!query.by.empty() && query.by != "phase" && !by_node && !by_events) {
    return absl::InvalidArgumentError(
        fmt::format("phases: -by {}: give phase, node, metric or process", query.by));
  }
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const JobTimes times(selected);
  std::map<std::string_view, Phases> by_nodes;  // the key is empty without -by node
  if (by_node) {
    by_nodes = StepsByNode(profile, times);
  } else if (by_events) {
    AddPhaseEvents(selected, query.by == "process", times, by_nodes[""]);
  } else {
    for (const JobPhase& phase : times.Phases()) {
      by_nodes[""].Outside(phase.name, phase.span.end - phase.span.begin);
    }
  }
  const std::vector<ColumnOf<PhaseRow>> columns = PhaseColumns(by_node);
  Report report = StartTable("phases", "Phases", "the phase", Headers(columns));
  report.values.basis = Basis::kTimesInSteps;
  for (auto& [node, phases] : by_nodes) {
    phases.Finish(!query.by.empty() && query.by != "phase",
                  [&, on = node](const std::string& phase, const std::vector<double>& durations) {
                    const PhaseRow row{on, phase, Describe(durations)};
                    AppendRow(columns, phase, row.Key(), row, report);
                  });
  }
  if (report.rows.empty()) AddNoStepsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  if (selected.steps().all) report.sections.push_back(PartsOfJob(times));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kPhasesView = {
    .name = "phases",
    .summary = "phases of a training: how often, how long, and the time around steps",
    .details =
        "A row is a kind of step, with -by node of one node; with -by process a process or what "
        "users marked, with -by metric what ran. What SageMaker's phases did in one step counts "
        "once, from the first begin to the last end; times of all else are added up. A section "
        "tells the time before, in and after the steps.",
    .run = AnswerPhases,
    .rows = RowKind::kOther,
    .columns = AllPhaseColumns,
    .sections = PhaseTables,
};

}  // namespace profiler
