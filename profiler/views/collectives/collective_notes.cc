#include "profiler/views/collectives/collective_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/analysis/selection/runs.h"

namespace profiler {
namespace {

std::string_view ArrivalsText(Arrivals arrivals) {
  switch (arrivals) {
    case Arrivals::kNone:
      return "";
    case Arrivals::kByClocks:
      return "arrival order is by the ranks' clocks, which agree: collectives end at the same time "
             "on all ranks";
    case Arrivals::kByClocksAlone:
      return "arrival order is by the ranks' clocks, which agree, although collectives end at "
             "different times on the ranks";
    case Arrivals::kDisagreeing:
      return "the ranks' clocks disagree: arrival order is inferred from durations, as a "
             "collective ends at the same time on all ranks, so the rank with the shortest came "
             "last";
    case Arrivals::kWithoutClocks:
      return "not all ranks recorded a wall clock: arrival order is inferred from durations, as a "
             "collective ends at the same time on all ranks, so the rank with the shortest came "
             "last";
  }
  return "";
}

void Add(std::string id, Severity severity, std::string text, Report& report) {
  report.notes.push_back({std::move(id), severity, std::move(text)});
}

}  // namespace

void AddWaitsNotes(const Profile& profile, const CollectiveWaits& waits,
                   const std::set<uint32_t>& runs, const Selection& selection, Report& report) {
  const Runs all = RunsOf(profile);
  bool is_compared = false;
  for (const uint32_t run : runs) {
    const RunWaits& one = waits.runs[run];
    const std::string of = all.are_several() ? fmt::format("run {}: ", all.names[run]) : "";
    if (one.unmatched > 0) {
      Add("unmatched", Severity::kWarning,
          fmt::format(
              "{}{} of {} collectives are not compared: by the ranks' clocks their times on "
              "the ranks hardly overlap, so they may be different ones",
              of, one.unmatched, one.unmatched + one.compared),
          report);
    }
    is_compared = is_compared || one.unmatched > 0 || one.compared > 0;
    if (one.compared == 0) continue;
    Add("arrivals", Severity::kInfo, of + std::string(ArrivalsText(one.arrivals)), report);
  }
  if (!is_compared) {
    const auto ranks =
        std::count_if(waits.ranks.begin(), waits.ranks.end(),
                      [&](const RankWaits& rank) { return runs.count(rank.run) > 0; });
    return Add("nothing_to_compare", Severity::kInfo,
               ranks > 1 ? "nothing is known of who waited for whom: only collectives that end on "
                           "all ranks at once are compared (all-reduces, all-gathers, "
                           "reduce-scatters, all-to-alls, barriers), and no two ranks recorded one"
                         : "no collective was recorded by more than one rank, so nothing is known "
                           "of who waited for whom: open the files of several ranks together",
               report);
  }
  if (selection.from.given() || selection.to.given()) {
    Add("window_matches", Severity::kInfo,
        "of each step the n-th between -from and -to on one rank is compared with the n-th on the "
        "others: where an edge leaves one out on some ranks only, unlike ones are compared",
        report);
  }
  for (const UnlikeRanks& one : waits.unlike) {
    if (runs.count(one.run) == 0) continue;
    const std::string group =
        one.group.empty() ? std::string() : fmt::format(" of group {}", one.group);
    Add("unlike_ranks", Severity::kWarning,
        fmt::format("ranks recorded unlike numbers of {}{}, from {} to {}: of each step the first "
                    "are compared",
                    Name(one.kind), group, one.least, one.most),
        report);
  }
}

void AddCallsNote(Report& report) {
  Add("calls_only", Severity::kInfo,
      "collectives on hosts: only the calls were recorded; times are call overhead, not transfer "
      "time, so there is no bandwidth",
      report);
}

void AddNotExpectedNote(size_t unknown, size_t rows, const CollectiveOptions& options,
                        Report& report) {
  if (unknown == 0) return;
  Add("not_expected", Severity::kInfo,
      fmt::format("-bandwidth does not apply to {} of {} rows: their bytes or the time of the "
                  "exchange were not recorded{}",
                  unknown, rows,
                  options.parameters > 0 ? ""
                                         : ". -parameters N shows how long an all-reduce of the "
                                           "gradients of N parameters should take"),
      report);
}

}  // namespace profiler
