#include "profiler/views/collectives/collective_notes.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/collectives/missing_ranks.h"
#include "profiler/analysis/selection/runs.h"

namespace profiler {
namespace {

constexpr size_t kMostRanges = 8;

// Formats a list of numbers, e.g. "0, 2..7, 9".
std::string Ranges(const std::vector<int64_t>& numbers) {
  std::vector<std::string> ranges;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (ranges.size() == kMostRanges) {
      ranges.push_back("...");
      break;
    }
    ranges.push_back(last == i ? std::to_string(numbers[i])
                               : fmt::format("{}..{}", numbers[i], numbers[last]));
    i = last + 1;
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

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

void AddMissingRanksNote(const Profile& profile, Report& report) {
  for (const MissingRanks& found : FindMissingRanks(profile)) {
    std::string text = fmt::format("the job{} has {} ranks, and {} of them {} opened",
                                   found.run.empty() ? "" : " " + found.run, found.world_size,
                                   found.recorded, found.recorded == 1 ? "was" : "were");
    if (!found.missing.empty()) {
      text += fmt::format("; missing: {}", Ranges(found.missing));
    }
    text += ". What those that are missing were waited for cannot be seen: open their files too";
    Add("missing_ranks", Severity::kWarning, std::move(text), report);
  }
}

void AddWaitsNotes(const Profile& profile, const CollectiveWaits& waits,
                   const std::set<uint32_t>& runs, const Selection& selection, Report& report) {
  const Runs all = RunsOf(profile);
  bool is_compared = false;
  for (const uint32_t run : runs) {
    const RunWaits& one = waits.runs[run];
    const std::string of = all.are_several() ? fmt::format("run {}: ", all.names[run]) : "";
    if (one.unmatched > 0) {
      Add("unmatched", Severity::kWarning,
          fmt::format("{}{} of {} collectives are not compared, as by the ranks' clocks they did "
                      "not run at the same time: the ranks recorded different ones",
                      of, one.unmatched, one.unmatched + one.compared),
          report);
    }
    is_compared = is_compared || one.unmatched > 0 || one.compared > 0;
    if (one.compared == 0) continue;
    Add("arrivals", Severity::kInfo, of + std::string(ArrivalsText(one.arrivals)), report);
  }
  if (!is_compared) {
    return Add("nothing_to_compare", Severity::kInfo,
               "no collective was recorded by more than one rank, so nothing is known of who "
               "waited for whom: open the files of several ranks together",
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
      "of collectives on hosts only the calls that ask for them were recorded: what they take is "
      "the time to ask, so no bandwidth is told",
      report);
}

void AddNotExpectedNote(size_t unknown, size_t rows, const CollectiveOptions& options,
                        Report& report) {
  if (unknown == 0) return;
  Add("not_expected", Severity::kInfo,
      fmt::format(
          "-bandwidth tells nothing of {} of {} rows: no bytes were recorded of them, or no "
          "time of the exchange{}",
          unknown, rows,
          options.parameters > 0 ? ""
                                 : ". -parameters N tells how long an all-reduce of the "
                                   "gradients of N parameters should take"),
      report);
}

}  // namespace profiler
