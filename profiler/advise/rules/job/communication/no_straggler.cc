#include "profiler/advise/rules/job/communication/no_straggler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {
namespace {

// The communication of a step that nothing hides, in picoseconds: sums of the means of ranks.
struct ExposedTimes {
  explicit ExposedTimes(const std::vector<WorkerUse>& uses) {
    for (const WorkerUse& use : uses) {
      if (use.worker.is_parameter_server || use.steps == 0) continue;
      const auto mean = [&](Int128 sum) {
        return static_cast<double>(sum) / static_cast<double>(use.steps);
      };
      steps += mean(use.span);
      exposed += mean(use.exposed);
      wait += mean(use.exposed_wait);
      unmet += mean(use.exposed_unmet);
      exchange += mean(use.exposed_exchange());
      is_pipeline = is_pipeline || use.exposed_sends > 0;
      knows_exchange = knows_exchange && use.knows_exchange();
      const auto counted = std::count_if(use.each.begin(), use.each.end(),
                                         [](const WorkerUse::Step& one) { return one.counts; });
      left_out = std::max<int64_t>(left_out, counted - use.steps);
    }
  }

  double steps = 0, exposed = 0, wait = 0, unmet = 0, exchange = 0;
  bool is_pipeline = false, knows_exchange = true;
  int64_t left_out = 0;  // the most steps of a rank that are not typical
};

// What the time that nothing hides consists of.
std::string ExposedSplit(const ExposedTimes& times, const LackedRanks& missing) {
  if (!missing.empty()) {
    return fmt::format("how much of it is waiting is unknown, as {}",
                       missing.are_in_other_run
                           ? missing.who + " in another run, recorded at another time"
                           : "not all ranks were opened");
  }
  if (!times.knows_exchange && times.unmet <= 0) {
    return fmt::format(
        "waiting at least {}; how much more is unknown, as for some collectives it is unknown when "
        "the last rank came",
        Percent(times.wait, times.steps));
  }
  return fmt::format(
      "{} {}, exchange {}{}",
      times.is_pipeline ? "the pipeline's bubble, waiting for other stages," : "waiting",
      Percent(times.wait, times.steps), Percent(times.exchange, times.steps),
      times.unmet > 0
          ? fmt::format("; of another {} it is unknown which, as some ranks did not record all",
                        Percent(times.unmet, times.steps))
          : "");
}

}  // namespace

void AddNoStraggler(const Profile& profile, const RanksOfRun& all, const LackedRanks& missing,
                    const std::vector<WorkerUse>& typical, Verdict& verdict) {
  const RanksOfRun ranks = WithWholeSteps(all);
  const bool all_meet = std::all_of(ranks.begin(), ranks.end(), [](const RankSteps* rank) {
    return rank->compared > 0 && !std::isnan(rank->exchange);
  });
  if (ranks.size() < 2 || !all_meet) return;
  const ExposedTimes times(typical);
  const std::string without =
      times.left_out == 0
          ? ""
          : fmt::format(" without {}", Count(static_cast<size_t>(times.left_out), "stalled step"));
  Finding finding;
  finding.id = "no_straggler";
  finding.text = fmt::format(
      "no straggler among {}: without communication the slowest takes {:.2f} times as long as the "
      "median one; communication that nothing hides is {} of the mean step{} ({})",
      // Of several recordings of a job each has other ranks.
      missing.are_in_other_run ? NameOfRanks(profile, ranks, {})
                               : Count(ranks.size(), std::string(NounOf(*ranks.front()))),
      ranks.front()->own_against_middle, Percent(times.exposed, times.steps), without,
      ExposedSplit(times, missing));
  finding.command = "steps -by rank";
  finding.subject = ranks.front()->run;
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler
