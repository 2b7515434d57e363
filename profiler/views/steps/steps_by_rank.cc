#include "profiler/views/steps/steps_by_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/slow_ranks.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/analysis/steps/ranks/stragglers.h"
#include "profiler/base/status.h"
#include "profiler/base/text/listed.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/filter_notes.h"

namespace profiler {
namespace {

// A row: a rank or a host.
struct RankStepsRow {
  const Profile& profile;
  const RankSteps& steps;
  bool is_straggler = false;
  bool is_host = false;
  std::string stragglers = {};  // of a host: its ranks that are stragglers
  bool shows_model = false;     // ranks run on different models
  bool shows_own_mean = false;  // medians hide how much a rank works

  // A host's first file says nothing of the host.
  std::string_view file() const {
    return steps.source.valid() && !is_host ? profile.strings[profile.sources[steps.source].path]
                                            : std::string_view();
  }
  // Behind the middle rank; 0 of a rank that is faster.
  double behind() const {
    if (steps.is_cut_short) return std::nan("");
    return std::fmax(0, steps.whole.median - steps.middle);
  }
  Value OfCompared(int64_t value) const { return steps.compared > 0 ? Value(value) : kAbsent; }
};

double ToMicros(double picos) { return picos / static_cast<double>(kPicosPerMicro); }

std::vector<ColumnOf<RankStepsRow>> ColumnsByRank() {
  using C = ColumnOf<RankStepsRow>;
  using Row = const RankStepsRow&;
  const auto micros = [](std::string_view name, std::string_view title, std::string_view sentence,
                         auto get) {
    return C::Real(name, Unit::kMicros, title, sentence,
                   [get](Row row) { return ToMicros(get(row)); });
  };
  return {
      C::Number("rank", Unit::kNone, "rank", "Of -by rank: the rank in the job.",
                [](Row row) { return Known(row.steps.rank); })
          .RepeatsName()
          .Optional(),
      C::Text("host", "host", "where it ran; of a source that holds several hosts all of them",
              [](Row row) { return row.steps.host; }),
      C::Text("model", "model",
              "Of -by rank and -by host: the model of its accelerators, where models differ.",
              [](Row row) { return row.shows_model ? row.steps.model : std::string(); })
          .Optional(),
      C::Flag("straggler", "straggler",
              "Of -by rank: own_us is longer than the median rank's by more than JobChecker's "
              "thresholds, and where collectives were compared, others wait for it; or others wait "
              "for it by more than JobChecker's waited_for. Of -by host: a rank of it is one.",
              [](Row row) { return row.is_straggler; }),
      C::Text("straggler_ranks", "its stragglers", "Of -by host: its ranks that are stragglers.",
              &RankStepsRow::stragglers)
          .Optional(),
      C::Number("steps", Unit::kCount, "steps",
                "Of -by rank and -by host: its steps; of a host, a step of several ranks is one.",
                [](Row row) { return row.steps.steps; }),
      C::Number("whole_steps", Unit::kCount, "whole",
                "Of -by rank and -by host: of these the whole ones, which the times are of.",
                [](Row row) { return row.steps.whole.count; }),
      micros(
          "median_us", "median",
          "Of -by rank and -by host: the median of its whole steps; a step of a host is the mean "
          "over its ranks.",
          [](Row row) { return row.steps.whole.median; }),
      C::Real("against_middle", Unit::kShare, "of middle",
              "Of -by rank and -by host: median_us over the median of all.",
              [](Row row) { return row.steps.against_middle; })
          .Typical(),
      micros("own_us", "own",
             "Of -by rank and -by host: the median of its whole steps without the communication "
             "that no other work hides.",
             [](Row row) { return row.steps.own; }),
      micros("own_mean_us", "mean own",
             "Of -by rank and -by host: the mean of the same, where it differs from the median by "
             "a tenth for any of them: what a rank does in some steps alone is in the mean, and in "
             "what others wait for.",
             [](Row row) { return row.shows_own_mean ? OwnMean(row.steps) : std::nan(""); })
          .Optional(),
      C::Real("own_against_middle", Unit::kShare, "own of middle",
              "Of -by rank and -by host: own_us over the median of all.",
              [](Row row) { return row.steps.own_against_middle; })
          .Typical(),
      micros("exposed_wait_us", "wait",
             "Of -by rank and -by host: time a step, in the mean, in which it only waits for other "
             "ranks: in collectives until the last one came, in sends and receives, and in the "
             "exchange that goes on because another rank was late. Work without communication, "
             "this and exchange_us make up the mean step; own_us and median_us are medians.",
             [](Row row) { return row.steps.exposed_wait; }),
      micros("exchange_us", "exchange",
             "Of -by rank and -by host: time a step, in the mean, in which it only exchanges data, "
             "as much as the rank of its groups that exposes least.",
             [](Row row) { return row.steps.exchange; }),
      micros("wait_us", "all waits",
             "Of -by rank and -by host: time a step, in the mean, in collectives until the last "
             "rank came, other work going on or not. The other waits of exposed_wait_us are not in "
             "it.",
             [](Row row) { return row.steps.wait; }),
      micros("late_us", "late",
             "Of -by rank and -by host: time a step, in the mean, from the first rank's coming to "
             "collectives "
             "to its own.",
             [](Row row) { return row.steps.late; }),
      C::Number("last", Unit::kCount, "last",
                "Of -by rank and -by host: to how many collectives it came last, so that the "
                "others waited for it.",
                [](Row row) { return row.OfCompared(row.steps.last); }),
      C::Real("last_share", Unit::kShare, "last share",
              "Of -by rank and -by host: the same over the collectives that other ranks recorded, "
              "too.",
              [](Row row) { return ShareOf(row.steps.last, row.steps.compared); })
          .Typical(),
      micros(
          "behind_us", "behind",
          "Of -by rank and -by host: how much longer its median step takes than the median of all.",
          [](Row row) { return row.behind(); }),
      micros("max_us", "longest", "Of -by rank and -by host: its longest whole step.",
             [](Row row) { return row.steps.whole.max; }),
      micros("late_max_us", "latest", "Of -by rank and -by host: the most of one collective.",
             [](Row row) { return row.steps.latest; }),
      C::Text("run", "run", "Of -by rank and -by host: the run; only ranks of one are compared.",
              [](Row row) { return row.steps.run; })
          .Optional(),
      C::Text("source", "file", "Of -by rank: its file, of several the first.",
              [](Row row) { return row.file(); })
          .As(ColumnRole::kPath)
          .Optional(),
  };
}

// A run and the name of a row of -by host.
using RowPlace = std::pair<uint32_t, std::string_view>;

RowPlace HostPlace(const RankSteps& steps) {
  return {steps.run_index, steps.host.empty() ? steps.name : steps.host};
}

std::set<const RankSteps*> StragglersOfRuns(const std::vector<RankSteps>& ranks,
                                            const JobThresholds& thresholds) {
  std::map<uint32_t, std::vector<const RankSteps*>> runs;
  for (const RankSteps& rank : ranks) runs[rank.run_index].push_back(&rank);
  std::set<const RankSteps*> all;
  for (const auto& [run, of_run] : runs) {
    const SlowRanks slow = FindSlowRanks(of_run, thresholds.waited_for);
    const auto stragglers = StragglersWith(of_run, slow, StragglerLimitsOf(thresholds));
    // JobChecker warns of either.
    for (const RankSteps* one : stragglers.empty() ? slow.ranks : stragglers) all.insert(one);
  }
  return all;
}

// The names of stragglers, by their host.
using HostStragglers = std::map<RowPlace, std::vector<std::string_view>>;

HostStragglers StragglersByHost(const std::vector<RankSteps>& ranks,
                                const JobThresholds& thresholds) {
  const std::set<const RankSteps*> stragglers = StragglersOfRuns(ranks, thresholds);
  HostStragglers hosts;
  for (const RankSteps& rank : ranks) {
    if (stragglers.count(&rank) > 0) hosts[HostPlace(rank)].push_back(rank.name);
  }
  return hosts;
}

// Whether some run has ranks that are compared, and none of them recorded communication, so that
// nothing was taken off their steps.
bool HidesWaits(const std::vector<RankSteps>& rows) {
  struct Run {
    int64_t compared = 0;
    bool is_shown = false;  // one of them is
    bool is_split = false;  // waits are, or may be, told from work
  };
  std::map<uint32_t, Run> runs;
  for (const RankSteps& row : rows) {
    if (std::isnan(row.against_middle)) continue;
    Run& run = runs[row.run_index];
    ++run.compared;
    run.is_shown = run.is_shown || row.is_shown;
    run.is_split = run.is_split || row.communicates || row.own != row.whole.median;
  }
  return std::any_of(runs.begin(), runs.end(), [](const auto& entry) {
    return entry.second.compared > 1 && entry.second.is_shown && !entry.second.is_split;
  });
}

void AddByRankNotes(const std::vector<RankSteps>& rows, bool has_straggler, std::string_view noun,
                    Report& report) {
  std::vector<std::string_view> runs;
  std::vector<std::string> cut;
  bool is_compared = false;
  for (const RankSteps& row : rows) {
    if (std::find(runs.begin(), runs.end(), row.run) == runs.end()) runs.push_back(row.run);
    is_compared = is_compared || !std::isnan(row.middle);
    if (row.is_cut_short) cut.push_back(row.name);
  }
  if (!is_compared) {
    report.notes.push_back({"nothing_to_compare", Severity::kInfo,
                            fmt::format("no two {}s of one run have whole steps, so none is "
                                        "compared with another",
                                        noun)});
  }
  if (!has_straggler && HidesWaits(rows)) {
    report.notes.push_back(
        {"waits_not_recorded", Severity::kInfo,
         fmt::format("no communication of these {}s was recorded: whether they wait for each other "
                     "is not known, and own_us includes such waits",
                     noun)});
  }
  if (!cut.empty()) {
    constexpr size_t kMostNamed = 4;
    report.notes.push_back(
        {"cut_files", Severity::kWarning,
         fmt::format("the {} of {} {} cut short (see info), so any step there may lack work: its "
                     "times are not compared with others",
                     cut.size() == 1 ? "file" : "files", Listed(cut, kMostNamed),
                     cut.size() == 1 ? "was" : "were")});
  }
  if (runs.size() > 1) {
    report.notes.push_back(
        {"runs_apart", Severity::kInfo,
         fmt::format("{} runs: a {} is compared with those of its own run", runs.size(), noun)});
  }
}

}  // namespace

absl::StatusOr<Report> AnswerStepsByRank(const Selected& selected, const Query& query,
                                         RunContext& context) {
  const bool by_host = query.by == "host";
  const std::string noun = by_host ? "host" : "rank";
  PROFILER_ASSIGN_OR_RETURN(
      const std::vector<RankSteps> rows,
      StepsByRank(selected, by_host ? RankGroups::kHosts : RankGroups::kRanks, context));
  const JobThresholds thresholds = JobThresholdsOf(query.advice);
  const std::set<const RankSteps*> stragglers = StragglersOfRuns(rows, thresholds);
  SharedRanks for_hosts;  // holds the names in `hosts`
  HostStragglers hosts;
  if (by_host) {
    PROFILER_ASSIGN_OR_RETURN(const SharedRanks ranks, SharedRankSteps(selected, context));
    for_hosts = ranks;
    hosts = StragglersByHost(*for_hosts, thresholds);
  }
  const auto columns = ColumnsByRank();
  Report report =
      StartTable("steps", fmt::format("Steps by {}", noun), "the " + noun, Headers(columns));
  report.values.basis = Basis::kWholeSteps;
  std::set<std::string_view> models;
  for (const RankSteps& row : rows) models.insert(row.model);
  models.erase("");
  const bool shows_own_mean = std::any_of(rows.begin(), rows.end(), [](const RankSteps& row) {
    constexpr double kMuch = 0.1;
    return row.is_shown && std::fabs(OwnMean(row) - row.own) > kMuch * row.own;
  });
  for (const RankSteps& row : rows) {
    if (!row.is_shown) continue;
    const auto at = hosts.find(HostPlace(row));
    const bool holds_some = at != hosts.end();
    const bool is_straggler = by_host ? holds_some : stragglers.count(&row) > 0;
    const std::string of_host =
        holds_some ? fmt::format("{}", fmt::join(at->second, ", ")) : std::string();
    std::vector<std::string> key = {row.name};
    if (!row.run.empty()) key.insert(key.begin(), row.run);
    AppendRow(columns, row.name, std::move(key),
              {selected.profile(), row, is_straggler, by_host, of_host, models.size() > 1,
               shows_own_mean},
              report);
  }
  DropEmptyColumns(report);
  if (!report.rows.empty()) AddByRankNotes(rows, !stragglers.empty(), noun, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(selected.profile(), query, report);
  return report;
}

std::vector<ReportColumn> StepsByRankColumns() { return Headers(ColumnsByRank()); }

}  // namespace profiler
