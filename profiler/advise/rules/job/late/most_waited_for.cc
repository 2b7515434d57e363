#include "profiler/advise/rules/job/late/most_waited_for.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_names.h"

namespace profiler {
namespace {

// Sums over ranks, in picoseconds a step.
struct WaitSums {
  double wait = 0, step = 0;
  int64_t ranks = 0;

  void AddRank(const RankSteps& rank) {
    if (std::isnan(rank.exposed_wait) || std::isnan(rank.whole.average)) return;
    wait += rank.exposed_wait;
    step += rank.whole.average;
    ++ranks;
  }
};

}  // namespace

void NameMostWaitedFor(const RanksOfRun& ranks, Verdict& verdict) {
  constexpr double kLeastTold = 0.01;
  const auto finding = std::find_if(verdict.findings.begin(), verdict.findings.end(),
                                    [](const Finding& one) { return one.id == "no_straggler"; });
  if (finding == verdict.findings.end()) return;
  double caused = 0;
  const RankSteps* most = nullptr;
  WaitSums all;
  for (const RankSteps* rank : ranks) {
    if (rank->is_in_pipeline()) return;  // stages wait for each other by design
    all.AddRank(*rank);
    caused += rank->waited_for;
    if (most == nullptr || rank->waited_for > most->waited_for) most = rank;
  }
  // Of two ranks one causes most of the waits by chance.
  if (all.ranks < 3 || caused <= 0 || all.wait < kLeastTold * all.step) return;
  if (2 * most->waited_for <= caused) {
    finding->text += fmt::format("; no {} causes most of the waiting", NounOf(*most));
    return;
  }
  // In a few steps it may be late by chance, or start late.
  if (2 * most->waited_for_steps <= most->compared_steps || most->main_waited_for.size() < 2)
    return;
  WaitSums others;
  for (const RankSteps* rank : ranks) {
    if (rank != most) others.AddRank(*rank);
  }
  finding->text += fmt::format(
      "; most of the waiting is for {}, {} a step of the others on average", most->name,
      FormatMicros(static_cast<Value>(others.wait / static_cast<double>(others.ranks))));
}

}  // namespace profiler
