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
#include "profiler/views/places.h"
#include "profiler/views/selected_steps.h"
#include "profiler/views/table.h"
#include "profiler/views/table_row.h"

namespace profiler {
namespace {

// A time on the profile's axis, from its start.
struct Interval {
  Int128 begin = 0, end = 0;
  void Add(const Interval& other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

// What one phase did in one step of the job, which all nodes take together; or by itself, outside
// every step.
class Phases {
 public:
  // `step`: its kind and number.
  void Add(std::string_view phase, std::pair<std::string_view, int64_t> step,
           const Interval& interval) {
    const auto [it, is_new] =
        in_steps_.try_emplace(std::tuple(phase, step.first, step.second), interval);
    if (!is_new) it->second.Add(interval);
  }
  void Add(std::string_view phase, const Interval& interval) {
    durations_[phase].push_back(static_cast<double>(interval.end - interval.begin));
  }

  // Durations by phase.
  const std::map<std::string_view, std::vector<double>>& Finish() {
    for (const auto& [key, interval] : in_steps_) Add(std::get<0>(key), interval);
    in_steps_.clear();
    return durations_;
  }

 private:
  std::map<std::tuple<std::string_view, std::string_view, int64_t>, Interval> in_steps_;
  std::map<std::string_view, std::vector<double>> durations_;
};

// "ProfilerStep#12" is a step of the kind "ProfilerStep"; steps without a name are all of one.
std::string_view KindOfStep(std::string_view name) {
  const size_t end = name.find_last_not_of("0123456789");
  name = name.substr(0, end == name.npos ? 0 : end + 1);
  while (!name.empty() && (name.back() == '#' || name.back() == ' ')) name.remove_suffix(1);
  return name.empty() ? "step" : name;
}

class Finder {
 public:
  Finder(const Profile& profile, const Query& query, const SelectedSteps& steps)
      : profile_(profile), steps_(steps), places_(profile, query.selection) {}

  void AddSteps(Phases& phases) const {
    for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
      const std::optional<Interval> interval = IntervalOf(StepId(s));
      if (!interval.has_value()) continue;
      phases.Add(KindOf(StepId(s)), KeyOf(StepId(s)), *interval);
    }
  }

  // Of processes or tracks, or of what ran there.
  void AddEvents(bool by_process, Phases& phases) const {
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackRow& track = profile_.tracks[TrackId(t)];
      if (!places_.Has(track)) continue;
      const Events& events = profile_.events[TrackId(t)];
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (!events.kind.empty() && events.kind[e] == EventKind::kInstant) continue;
        const StepId step = events.step[e];
        if (!steps_.Has(step)) continue;
        const std::string_view phase =
            TextOf(by_process ? track.name : EventName(profile_, events, e));
        const Interval interval = On(track.source, events.begin[e],
                                     static_cast<Int128>(events.begin[e]) + events.duration[e]);
        if (step.valid()) {
          phases.Add(phase, KeyOf(step), interval);
        } else {
          phases.Add(phase, interval);
        }
      }
    }
  }

  // From the first begin of a step to the last end.
  std::optional<Interval> AllSteps() const {
    std::optional<Interval> all;
    for (uint32_t s = 0; s < profile_.steps.size(); ++s) {
      const std::optional<Interval> step = IntervalOf(StepId(s));
      if (!step.has_value()) continue;
      if (all.has_value()) {
        all->Add(*step);
      } else {
        all = step;
      }
    }
    return all;
  }

  std::optional<Interval> All() const {
    std::optional<Interval> all = AllSteps();
    const auto add = [&](const Interval& interval) {
      if (all.has_value()) {
        all->Add(interval);
      } else {
        all = interval;
      }
    };
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      const TrackRow& track = profile_.tracks[TrackId(t)];
      const Events& events = profile_.events[TrackId(t)];
      for (uint32_t e = 0; e < events.size() && places_.Has(track); ++e) {
        add(On(track.source, events.begin[e],
               static_cast<Int128>(events.begin[e]) + events.duration[e]));
      }
    }
    for (const Series& series : profile_.series) {
      const auto first =
          std::upper_bound(series.time.begin(), series.time.end(), kUnknown) - series.time.begin();
      if (static_cast<size_t>(first) == series.size() || !series.source.valid()) continue;
      add(On(series.source, series.time[static_cast<size_t>(first)], series.time.back()));
    }
    return all;
  }

 private:
  std::string_view TextOf(StringId id) const {
    return id.valid() ? profile_.strings[id] : std::string_view();
  }

  Interval On(SourceId source, Int128 begin, Int128 end) const {
    const Int128 zero = profile_.time_axis.FromStart(source, 0);
    return {zero + begin, zero + end};
  }

  std::optional<Interval> IntervalOf(StepId id) const {
    const StepRow& step = profile_.steps[id];
    const bool is_timed = step.begin != kUnknown && step.end != kUnknown;
    if (!is_timed || !steps_.Has(id) || step.found_by == StepFoundBy::kWhole) return std::nullopt;
    return On(step.source, step.begin, step.end);
  }

  std::string_view KindOf(StepId step) const {
    return KindOfStep(TextOf(profile_.steps[step].name));
  }

  // Sources number the steps of a job alike. Those without a number are apart.
  std::pair<std::string_view, int64_t> KeyOf(StepId step) const {
    const int64_t number = profile_.steps[step].number;
    return {KindOf(step), number == kUnknown ? -1 - static_cast<int64_t>(step.row()) : number};
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const Places places_;
};

Value Picos(double value) {
  return std::isnan(value) ? kAbsent : static_cast<Value>(std::llround(value));
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
Report JobTimes(const Finder& finder) {
  Report report = StartJob();
  const std::optional<Interval> steps = finder.AllSteps(), all = finder.All();
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
  return {
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
  const Finder finder(profile, query, steps);
  Phases phases;
  if (by_events) {
    finder.AddEvents(query.by == "process", phases);
  } else {
    finder.AddSteps(phases);
  }
  Report report = StartTable("phases", "Phases", "the phase", PhasesColumns());
  for (const auto& [phase, durations] : phases.Finish()) {
    const Distribution d = Describe(durations);
    TableRow row(report, phase);
    row.Text(phase).Number(static_cast<Value>(d.count));
    row.Number(Picos(d.mean * static_cast<double>(d.count))).Number(Picos(d.mean));
    row.Number(Picos(d.min)).Number(Picos(d.max)).Number(Picos(d.p50)).Number(Picos(d.p95));
    row.Number(Picos(d.p99));
  }
  if (report.rows.empty()) AddNoStepsNote(profile, query, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  report.sections.push_back(JobTimes(finder));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
