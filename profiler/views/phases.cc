#include "profiler/views/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/views/distribution.h"
#include "profiler/views/empty_notes.h"
#include "profiler/views/filter_notes.h"
#include "profiler/views/job_times.h"
#include "profiler/views/places.h"
#include "profiler/views/selected_steps.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"

namespace profiler {
namespace {

// What one phase did in one step of the job, which all nodes take together; or by itself, outside
// every step.
class Phases {
 public:
  // `step`: its kind and number.
  void Add(std::string_view phase, std::pair<std::string_view, int64_t> step, const JobSpan& span) {
    const auto [it, is_new] =
        in_steps_.try_emplace(std::tuple(phase, step.first, step.second), span);
    if (!is_new) it->second.Add(span);
  }
  void Add(std::string_view phase, const JobSpan& span) {
    auto it = durations_.find(phase);
    if (it == durations_.end()) {
      it = durations_.try_emplace(std::string(phase)).first;
      order_.push_back(it->first);
    }
    it->second.push_back(static_cast<double>(span.end - span.begin));
  }

  // Calls take(phase, durations): by name, or in the order in which they came.
  template <typename Take>
  void Finish(bool by_name, const Take& take) {
    for (const auto& [key, span] : in_steps_) Add(std::get<0>(key), span);
    in_steps_.clear();
    if (by_name) std::sort(order_.begin(), order_.end());
    for (const std::string& phase : order_) take(phase, durations_.find(phase)->second);
  }

 private:
  std::map<std::tuple<std::string_view, std::string_view, int64_t>, JobSpan> in_steps_;
  std::map<std::string, std::vector<double>, std::less<>> durations_;
  std::vector<std::string> order_;
};

// Of processes or tracks, or of what ran there.
void AddEvents(const Profile& profile, const Query& query, const SelectedSteps& steps,
               const JobTimes& times, Phases& phases) {
  const Places places(profile, query.selection);
  const bool by_process = query.by == "process";
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!places.Has(track)) continue;
    const Events& events = profile.events[TrackId(t)];
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.kind.empty() && events.kind[e] == EventKind::kInstant) continue;
      const StepId step = events.step[e];
      if (!steps.Has(step)) continue;
      const StringId name = by_process ? track.name : EventName(profile, events, e);
      const std::string_view phase = name.valid() ? profile.strings[name] : std::string_view();
      const Int128 begin = events.begin[e];
      const JobSpan span = times.On(track.source, begin, begin + events.duration[e]);
      if (step.valid()) {
        phases.Add(phase, times.KeyOf(step), span);
      } else {
        phases.Add(phase, span);
      }
    }
  }
}

Value Picos(double value) {
  return std::isnan(value) ? kAbsent : static_cast<Value>(std::round(value));
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

// Before the first step, from then to the end of the last, and after it.
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

}  // namespace

std::vector<ReportColumn> PhasesColumns() {
  using enum ColumnType;
  const auto time = [](const char* name, const char* title, const char* description) {
    return TableColumn(name, kNumber, Unit::kMicros, title, description);
  };
  std::vector<ReportColumn> columns = {
      TableColumn("phase", kText, Unit::kNone, "phase", "The same as its name."),
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
  if (!query.by.empty() && query.by != "phase" && !by_events) {
    return absl::InvalidArgumentError(
        fmt::format("phases: -by {}: give phase, metric or process", query.by));
  }
  PROFILER_ASSIGN_OR_RETURN(const SelectedSteps steps, SelectSteps(profile, query.selection.steps));
  const JobTimes times(profile, query.selection, steps);
  Phases phases;
  if (by_events) {
    AddEvents(profile, query, steps, times, phases);
  } else {
    for (const JobPhase& phase : times.Phases()) phases.Add(phase.name, phase.span);
  }
  Report report = StartTable("phases", "Phases", "the phase", PhasesColumns());
  phases.Finish(by_events, [&](const std::string& phase, const std::vector<double>& durations) {
    const Distribution d = Describe(durations);
    TableRow row(report, phase);
    row.Text(phase).Number(static_cast<Value>(d.count));
    row.Number(Picos(d.mean * static_cast<double>(d.count))).Number(Picos(d.mean));
    row.Number(Picos(d.min)).Number(Picos(d.max)).Number(Picos(d.p50)).Number(Picos(d.p95));
    row.Number(Picos(d.p99));
  });
  if (report.rows.empty()) AddNoStepsNote(profile, query, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  report.sections.push_back(PartsOfJob(times));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
