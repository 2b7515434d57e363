#include "profiler/views/steps/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/selection/places.h"
#include "profiler/analysis/selection/selected_steps.h"
#include "profiler/analysis/steps/user_marks.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/store/event_name.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// What one phase did in one step of the job, which all nodes take together; or by itself, outside
// every step.
class Phases {
 public:
  using Step = std::pair<std::string_view, int64_t>;  // its kind and number

  // The span from its first begin to its last end; or all its times, added up.
  void Span(std::string_view phase, Step step, const JobSpan& span) {
    const auto [it, is_new] = spans_.try_emplace({phase, step.first, step.second}, span);
    if (!is_new) it->second.Add(span);
  }
  void Sum(std::string_view phase, Step step, Int128 time) {
    sums_[{phase, step.first, step.second}] += time;
  }
  void Outside(std::string_view phase, Int128 time) {
    auto it = durations_.find(phase);
    if (it == durations_.end()) {
      it = durations_.try_emplace(std::string(phase)).first;
      order_.push_back(it->first);
    }
    it->second.push_back(static_cast<double>(time));
  }

  // Calls take(phase, durations): by name, or in the order in which they came.
  template <typename Take>
  void Finish(bool by_name, const Take& take) {
    for (const auto& [key, span] : spans_) Outside(std::get<0>(key), span.end - span.begin);
    for (const auto& [key, sum] : sums_) Outside(std::get<0>(key), sum);
    if (by_name) std::sort(order_.begin(), order_.end());
    for (const std::string& phase : order_) take(phase, durations_.find(phase)->second);
  }

 private:
  using Key = std::tuple<std::string_view, std::string_view, int64_t>;
  std::map<Key, JobSpan> spans_;
  std::map<Key, Int128> sums_;
  std::map<std::string, std::vector<double>, std::less<>> durations_;
  std::vector<std::string> order_;
};

// Adds what ran to its phases.
class PhaseEvents {
 public:
  PhaseEvents(const Profile& profile, const Query& query, const SelectedSteps& steps,
              const JobTimes& times, Phases& phases)
      : profile_(profile),
        by_process_(query.by == "process"),
        steps_(steps),
        times_(times),
        places_(profile, query.selection),
        marks_(profile),
        phases_(phases) {}

  void Add() {
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackRow& track = profile_.tracks[TrackId(t)];
      if (!places_.Has(track)) continue;
      const Events& events = profile_.events[TrackId(t)];
      const bool are_phases = track.source.valid() && RecordsPhases(profile_, track.source);
      if (!are_phases && track.role != TrackRole::kExec) continue;  // what others hold, too
      for (uint32_t e = 0; e < events.size(); ++e) {
        const bool is_instant = !events.kind.empty() && events.kind[e] == EventKind::kInstant;
        if (is_instant || !steps_.Has(events.step[e])) continue;
        if (are_phases) {
          AddPhase(track, events, e);
        } else {
          AddTime(track, events, e);
        }
      }
    }
  }

 private:
  std::string_view Text(StringId id) const {
    return id.valid() ? profile_.strings[id] : std::string_view();
  }

  void AddPhase(const TrackRow& track, const Events& events, uint32_t e) {
    const std::string_view phase = Text(by_process_ ? track.name : EventName(profile_, events, e));
    const Int128 begin = events.begin[e];
    const JobSpan span = times_.On(track.source, begin, begin + events.duration[e]);
    const StepId step = events.step[e];
    if (step.valid()) {
      phases_.Span(phase, times_.KeyOf(step), span);
    } else {
      phases_.Outside(phase, span.end - span.begin);
    }
  }

  // Ops run many times a step, with others between: their times are added up. A process does what
  // users marked in it, and without marks all that ran.
  void AddTime(const TrackRow& track, const Events& events, uint32_t e) {
    const bool by_track = by_process_ && !marks_.HasAny(track.source);
    if (by_process_ && !by_track && !marks_.Has(events.op[e])) return;
    const std::string_view phase =
        by_track ? Text(track.name) : PhaseName(profile_, times_, events, e);
    const Int128 time = by_track ? events.self[e] : events.duration[e];
    const StepId step = events.step[e];
    if (step.valid()) {
      phases_.Sum(phase, times_.KeyOf(step), time);
    } else {
      phases_.Outside(phase, time);
    }
  }

  const Profile& profile_;
  const bool by_process_;
  const SelectedSteps& steps_;
  const JobTimes& times_;
  const Places places_;
  const UserMarks marks_;
  Phases& phases_;
};

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

absl::StatusOr<Report> PhasesView(const Profile& profile, const Query& query, RunContext&) {
  const bool by_events = query.by == "metric" || query.by == "process";
  const bool by_node = query.by == "node";
  if (!query.by.empty() && query.by != "phase" && !by_node && !by_events) {
    return absl::InvalidArgumentError(
        fmt::format("phases: -by {}: give phase, node, metric or process", query.by));
  }
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  const JobTimes times(profile, query.selection, steps);
  std::map<std::string_view, Phases> by_nodes;  // or all by none
  if (by_node) {
    by_nodes = StepsByNode(profile, times);
  } else if (by_events) {
    PhaseEvents(profile, query, steps, times, by_nodes[""]).Add();
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
  if (report.rows.empty()) AddNoStepsNote(profile, query, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  if (steps.all) report.sections.push_back(PartsOfJob(times));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
