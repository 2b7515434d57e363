#include "profiler/views/overview/overview_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/analysis/step_split/timed_phases.h"
#include "profiler/analysis/steps/kinds/step_marks.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/text/listed.h"
#include "profiler/report/column.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// If mean and median of the step time differ by this factor, a note says so.
constexpr double kFarApart = 1.5;

struct TimingRow {
  std::string_view run;
  Summary time;  // picoseconds
  double whole;  // the duration of the mean step
};

std::vector<ColumnOf<TimingRow>> TimingColumns(bool has_runs) {
  using C = ColumnOf<TimingRow>;
  const auto micros = [](std::string_view name, std::string_view title, std::string_view sentence,
                         double Summary::*time) {
    return C::Real(name, Unit::kMicros, title, sentence,
                   [time](const TimingRow& row) { return row.time.*time * 1e-6; });
  };
  return Concat<TimingRow>({
      C::Text("run", "run", "the run of the steps", &TimingRow::run).If(has_runs),
      micros("average_us", "average", "the mean over the steps", &Summary::average),
      C::Real("share", Unit::kShare, "share", "average_us as a part of the mean step",
              [](const TimingRow& row) {
                return row.whole > 0 ? row.time.average / row.whole : kAbsentReal;
              }),
      micros("median_us", "median", "of the middle step", &Summary::median),
      micros("deviation_us", "deviation", "the standard deviation of a sample; unknown of one step",
             &Summary::deviation),
      micros("min_us", "min", "the least", &Summary::min),
      micros("max_us", "max", "the greatest", &Summary::max),
  });
}

void AddNotes(const Profile& profile, const StepTimings& timings, Report& report) {
  const std::string of = timings.run.empty()
                             ? ""
                             : fmt::format("{}{}: ", timings.is_of_mark ? "" : "run ", timings.run);
  if (timings.are_cut) {
    report.notes.push_back({"only_partial_steps", Severity::kWarning,
                            of + "no step is whole: these are times of partial steps"});
  }
  if (timings.left_out > 0) {
    report.notes.push_back(
        {"partial_steps", Severity::kInfo,
         fmt::format("{}{} partial step{} {} left out of step times", of, timings.left_out,
                     timings.left_out == 1 ? "" : "s", timings.left_out == 1 ? "is" : "are")});
  }
  const double mean = timings.mean(), median = timings.median();
  const std::string why = LongStepsOf(profile, timings);
  if (mean <= kFarApart * median || why.empty()) return;
  const auto text = [](double time) { return ScaledText(static_cast<Value>(time), Unit::kMicros); };
  const std::string_view basis = timings.ShareOf(timings.totals).is_of_mean()
                                     ? "verdicts rest on the mean of all steps"
                                     : "verdicts rest on medians over the steps";
  report.notes.push_back(
      {"mean_not_typical", Severity::kInfo,
       fmt::format("{}the mean step ({}) is not typical, as {}: {} (the median step takes {})", of,
                   text(mean), why, basis, text(median))});
}

void AddRun(const Profile& profile, const StepTimings& timings, bool has_runs, Report& report) {
  const std::vector<ColumnOf<TimingRow>> columns = TimingColumns(has_runs);
  const double whole = timings.mean();
  const auto add = [&](std::string_view name, std::string_view part_key,
                       const std::vector<double>& picos) {
    std::vector<std::string> key = {std::string(part_key)};
    if (has_runs) key.insert(key.begin(), timings.run);
    AppendRow(columns, name, key, TimingRow{timings.run, SummaryOf(picos), whole}, report);
  };
  add("total", "total", timings.totals);
  const bool are_phases = AreTimedPhases(profile);
  for (size_t part = 0; part < kStepPartCount; ++part) {
    if (IsOfDevices(static_cast<StepPart>(part)) && LacksDeviceTimes(profile)) continue;
    const std::string_view name = Name(static_cast<StepPart>(part));
    const bool is_renamed = are_phases && static_cast<StepPart>(part) == StepPart::kHostCompute;
    add(is_renamed ? kTimedPhases : name, name, timings.parts[part]);
  }
  AddNotes(profile, timings, report);
}

// How many steps each of the places has, if there are several and they have as many; else 0.
template <typename Place>
size_t StepsOfEach(const std::map<Place, size_t>& places) {
  const size_t steps = places.begin()->second;
  const bool are_equal = std::all_of(places.begin(), places.end(),
                                     [&](const auto& place) { return place.second == steps; });
  return places.size() > 1 && are_equal ? steps : 0;
}

// "10 steps of each of 16 ranks" where each of several ranks took as many, or of hosts if no rank
// is known, else "37 steps".
std::string StepsText(const Profile& profile, const StepTimings& run) {
  std::map<int64_t, size_t> of_rank;
  std::map<std::string_view, size_t> of_host;
  for (const StepId id : run.ids) {
    const SourceRow& source = profile.sources[profile.steps[id].source];
    ++of_rank[source.rank];
    ++of_host[RecordedHost(profile, source)];
  }
  const auto count = [](size_t n) { return fmt::format("{} step{}", n, n == 1 ? "" : "s"); };
  const auto of_each = [&](size_t steps, size_t places, std::string_view what) {
    return fmt::format("{} of each of {} {}", count(steps), places, what);
  };
  const bool has_ranks = !of_rank.contains(kUnknown);
  if (const size_t steps = has_ranks ? StepsOfEach(of_rank) : 0; steps > 0) {
    return of_each(steps, of_rank.size(), "ranks");
  }
  const bool has_hosts = of_rank.size() == 1 && !of_host.contains("");
  if (const size_t steps = has_hosts ? StepsOfEach(of_host) : 0; steps > 0 && !has_ranks) {
    return of_each(steps, of_host.size(), "hosts");
  }
  return count(run.ids.size());
}

std::string TitleOf(const Profile& profile, const std::vector<StepTimings>& runs) {
  size_t steps = 0;
  for (const StepTimings& run : runs) steps += run.totals.size();
  if (steps == 0) return "Step time, and what it goes to";
  if (runs.size() > 1) {
    return fmt::format("Step time ({} steps of {} runs), and what it goes to", steps, runs.size());
  }
  if (runs.front().is_whole) {
    return "Time of the whole recording (it has no steps), and what it goes to";
  }
  const StepTimings& run = runs.front();
  return fmt::format("Step time ({}{}), and what it goes to", StepsText(profile, run),
                     run.is_of_mark ? " of " + run.run : "");
}

// Of steps in which nothing was recorded, whose marks tell how long they took.
void AddLengths(const std::vector<double>& lengths, bool has_runs, Report& report) {
  if (lengths.empty()) {
    report.notes.push_back({"no_step_time", Severity::kInfo,
                            "no step of known length was recorded, so its time is not known"});
    return;
  }
  const Summary time = SummaryOf(lengths);
  AppendRow(TimingColumns(has_runs), "total", {"total"}, TimingRow{"", time, time.average}, report);
  report.title =
      fmt::format("Step time ({} step{})", lengths.size(), lengths.size() == 1 ? "" : "s");
  report.notes.push_back({"no_step_parts", Severity::kInfo,
                          "nothing that ran in the steps was recorded, so it is not known what "
                          "their time goes to"});
}

}  // namespace

Report StepTimeSection(const Profile& profile, const std::vector<StepTimings>& runs,
                       const std::vector<double>& lengths) {
  const bool has_runs = runs.size() != 1;  // without any, the section is asked for its columns
  Report report = StartTable("step_time", TitleOf(profile, runs),
                             "total: the whole step by the clock on the wall; else a part of it, "
                             "as `steps` splits it",
                             Headers(TimingColumns(has_runs)));
  report.values = {Basis::kWholeSteps, "the mean step", /*folds_zeros=*/!has_runs};
  for (const StepTimings& run : runs) {
    if (!run.empty()) AddRun(profile, run, has_runs, report);
  }
  if (report.rows.empty()) AddLengths(lengths, has_runs, report);
  return report;
}

void AddOtherKindsNote(const Profile& profile, const std::vector<StepTimings>& all,
                       const std::vector<StepTimings>& shown, Report& report) {
  constexpr size_t kMostNamed = 4;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!shown[i].is_of_mark) continue;
    const StepTimings& run = all[i];
    const std::set<StepId> ids(shown[i].ids.begin(), shown[i].ids.end());
    std::vector<std::string> others;
    for (const MarkedSteps& kind : StepsByMark(profile, run.ids, kLeastOfMark)) {
      if (ids.contains(run.ids[kind.places.front()])) continue;
      const StepTimings steps = SomeSteps(run, kind.places);
      others.push_back(fmt::format("{} ({}, {} {})", NameOf(kind), StepsText(profile, steps),
                                   ScaledText(static_cast<Value>(steps.median()), Unit::kMicros),
                                   steps.ids.size() == 1 ? "long" : "each in the median"));
    }
    report.notes.push_back({"other_kinds_of_steps", Severity::kInfo,
                            fmt::format("step times are those of {}; other steps: {}", shown[i].run,
                                        Listed(others, kMostNamed))});
  }
}

}  // namespace profiler
