#include "profiler/views/steps/phases.h"

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
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// By node: the steps that it took itself.
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

std::vector<ReportColumn> JobColumns() {
  using enum ColumnType;
  return {
      TableColumn("begin_us", kNumber, Unit::kMicros, "begin",
                  "From the profile's start to its begin."),
      TableColumn("duration_us", kNumber, Unit::kMicros, "duration", "How long it took."),
      TableColumn("share", kReal, Unit::kShare, "share", "Its part of the whole time."),
  };
}

Report StartJob() {
  return StartTable("job", "The job's time", "the part of the job", JobColumns());
}

// Before the first step, from then to the end of the last, and after it: of all steps.
Report PartsOfJob(const JobTimes& times) {
  Report report = StartJob();
  const std::optional<JobSpan> steps = times.Steps(), all = times.All();
  if (!steps.has_value() || !all.has_value()) return report;
  const auto length = static_cast<double>(all->end - all->begin);
  const auto add = [&](std::string_view name, Int128 begin, Int128 end) {
    const double share = length > 0 ? static_cast<double>(end - begin) / length : NAN;
    TableRow(report, name).Number(begin).Number(end - begin).Real(share);
  };
  add("initialization", all->begin, steps->begin);
  add("training_loop", steps->begin, steps->end);
  add("finalization", steps->end, all->end);
  return report;
}

void AddRow(std::string_view node, const std::string& phase, const Distribution& d,
            Report& report) {
  TableRow row(report, phase,
               node.empty() ? std::vector<std::string>{phase}
                            : std::vector<std::string>{std::string(node), phase});
  row.Text(phase).Text(node).Number(static_cast<Value>(d.count));
  row.Number(WholePicos(d.mean * static_cast<double>(d.count))).Number(WholePicos(d.mean));
  row.Number(WholePicos(d.min)).Number(WholePicos(d.max)).Number(WholePicos(d.p50));
  row.Number(WholePicos(d.p95)).Number(WholePicos(d.p99));
}

}  // namespace

std::vector<ReportColumn> PhasesColumns() {
  using enum ColumnType;
  const auto time = [](const char* name, const char* title, const char* description) {
    return TableColumn(name, kNumber, Unit::kMicros, title, description);
  };
  std::vector<ReportColumn> columns = {
      TableColumn("phase", kText, Unit::kNone, "phase", "The same as its name."),
      TableColumn("node", kText, Unit::kNone, "node", "Of -by node: the host."),
      TableColumn("count", kNumber, Unit::kCount, "count",
                  "In how many steps, and how often outside."),
      time("total_us", "total", "The sum over these."),
      time("mean_us", "mean", "Their mean."),
      time("min_us", "min", "The shortest."),
      time("max_us", "max", "The longest."),
      time("p50_us", "p50", "The median."),
      time("p95_us", "p95", "95 % are shorter."),
      time("p99_us", "p99", "99 % are shorter."),
  };
  columns.front().repeats_name = true;
  return columns;
}

std::vector<Report> PhasesTables() {
  return {StartTable("", "", "the phase", PhasesColumns()), StartJob()};
}

absl::StatusOr<Report> PhasesView(const Selected& selected, const Query& query, RunContext&) {
  const Profile& profile = selected.profile();
  const bool by_events = query.by == "metric" || query.by == "process";
  const bool by_node = query.by == "node";
  if (!query.by.empty() && query.by != "phase" && !by_node && !by_events) {
    return absl::InvalidArgumentError(
        fmt::format("phases: -by {}: give phase, node, metric or process", query.by));
  }
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const JobTimes times(selected);
  std::map<std::string_view, Phases> by_nodes;  // or all by none
  if (by_node) {
    by_nodes = StepsByNode(profile, times);
  } else if (by_events) {
    AddPhaseEvents(selected, query.by == "process", times, by_nodes[""]);
  } else {
    for (const JobPhase& phase : times.Phases()) {
      by_nodes[""].Outside(phase.name, phase.span.end - phase.span.begin);
    }
  }
  Report report = StartTable("phases", "Phases", "the phase", PhasesColumns());
  for (auto& [node, phases] : by_nodes) {
    phases.Finish(!query.by.empty() && query.by != "phase",
                  [&, on = node](const std::string& phase, const std::vector<double>& durations) {
                    AddRow(on, phase, Describe(durations), report);
                  });
  }
  if (!by_node) std::erase_if(report.columns, [](const auto& c) { return c.name == "node"; });
  if (report.rows.empty()) AddNoStepsNote(selected, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  if (selected.steps().all) report.sections.push_back(PartsOfJob(times));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
