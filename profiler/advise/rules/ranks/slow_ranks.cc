#include "profiler/advise/rules/ranks/slow_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/straggler_cause.h"
#include "profiler/analysis/steps/ranks/slow_in_steps.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/text/without_digits.h"

namespace profiler {
namespace {

double MedianOwn(const RanksOfRun& ranks) {
  std::vector<double> owns;
  owns.reserve(ranks.size());
  for (const RankSteps* rank : ranks) owns.push_back(rank->own);
  return SummaryOf(std::move(owns)).median;
}

double MeanWait(const RanksOfRun& ranks) {
  double wait = 0;
  for (const RankSteps* rank : ranks) wait += rank->exposed_wait;
  return wait / static_cast<double>(ranks.size());
}

double MeanStep(const RanksOfRun& ranks) {
  double step = 0;
  for (const RankSteps* rank : ranks) step += rank->whole.average;
  return step / static_cast<double>(ranks.size());
}

// The first `count` ranks against the rest.
SlowRanks SplitAt(const RanksOfRun& slowest_first, size_t count) {
  const auto at = slowest_first.begin() + static_cast<ptrdiff_t>(count);
  SlowRanks split;
  split.ranks.assign(slowest_first.begin(), at);
  split.others.assign(at, slowest_first.end());
  split.own = MedianOwn(split.ranks);
  split.others_own = MedianOwn(split.others);
  split.wait = MeanWait(split.others);
  split.wait_share = split.wait / MeanStep(split.others);
  return split;
}

// Whether no rank lies on the other side of the middle between both medians.
bool IsClear(const SlowRanks& split) {
  const double middle = (split.own + split.others_own) / 2;
  return split.ranks.back()->own > middle && middle > split.others.front()->own;
}

// Whether the others wait for them: by more than they wait themselves, and not for much longer than
// they work longer, which is what others may wait for ranks that were not opened.
bool IsWaitedFor(const SlowRanks& split, double least) {
  const double more = split.wait - MeanWait(split.ranks), excess = split.own - split.others_own;
  return std::fmin(more, excess) > least * MeanStep(split.others) && 2 * excess >= more;
}

// "8 ms" and "8.08 ms" are alike.
std::string WithoutNumbers(const std::string& text) {
  std::string without = WithoutDigits(text);
  std::erase(without, '.');
  return without;
}

// The slowest of them may have a fault beyond that of the others: who, what and what it costs; else
// "".
std::string SlowerStillText(const RuleInput& input, const SlowRanks& slow) {
  constexpr double kMuchSlower = 1.15;
  const RankSteps& slowest = *slow.ranks.front();
  const RanksOfRun peers(slow.ranks.begin() + 1, slow.ranks.end());
  const double usual = MedianOwn(peers);
  if (peers.size() < 2 || !(slowest.own >= kMuchSlower * usual)) return "";
  RanksOfRun all_others = peers;
  all_others.insert(all_others.end(), slow.others.begin(), slow.others.end());
  const Value saves = SavesOf({&slowest}, all_others);
  return fmt::format(
      ". Of them {} is slower still: {}, {:.2f} times their median{}{}", slowest.name,
      FormatMicros(static_cast<Value>(slowest.own)), slowest.own / usual,
      saves == kAbsent ? "" : fmt::format(", which alone costs {} a step", FormatMicros(saves)),
      StragglerRemedy(input, slowest, peers));
}

}  // namespace

std::string RemediesOf(const RuleInput& input, const SlowRanks& slow) {
  constexpr size_t kMostNamed = 4;
  std::string of_slowest = StragglerRemedy(input, *slow.ranks.front(), slow.others);
  if (slow.ranks.size() == 1) return of_slowest;
  const auto of_all = [&] {
    // Of the one in the middle, as the slowest may have a fault of its own.
    RanksOfRun typical_first = slow.ranks;
    std::swap(typical_first.front(), typical_first[typical_first.size() / 2]);
    return StragglersRemedy(input, typical_first, slow.others) + SlowerStillText(input, slow);
  };
  if (slow.ranks.size() > kMostNamed) return of_all();
  std::string each;
  bool is_one = true;
  for (const RankSteps* rank : slow.ranks) {
    const bool is_slowest = rank == slow.ranks.front();
    const std::string remedy = is_slowest ? of_slowest : StragglerRemedy(input, *rank, slow.others);
    is_one = is_one && WithoutNumbers(remedy) == WithoutNumbers(of_slowest);
    // After ". " a remedy is a sentence.
    each += fmt::format(". On {}: {}", NameOfRanks(input.profile(), {rank}, slow.others),
                        std::string_view(remedy).substr(std::min<size_t>(2, remedy.size())));
  }
  return is_one ? of_all() : each;
}

bool SlowRanks::Has(const RankSteps& rank) const {
  return std::find(ranks.begin(), ranks.end(), &rank) != ranks.end();
}

RanksOfRun StragglersWith(const RanksOfRun& ranks, const SlowRanks& slow,
                          const StragglerLimits& limits) {
  RanksOfRun stragglers = StragglersOf(ranks, limits);
  const bool are_several = !stragglers.empty() && slow.ranks.size() > 1 &&
                           slow.ranks.size() >= stragglers.size() && slow.Has(*stragglers.front());
  return are_several ? slow.ranks : stragglers;
}

SlowRanks FindSlowRanks(const RanksOfRun& all, double least) {
  RanksOfRun ranks;
  for (const RankSteps* rank : all) {
    if (!rank->is_compared || rank->is_cut_short || rank->whole.count == 0) continue;
    if (rank->compared == 0 || rank->is_in_pipeline() || std::isnan(rank->exposed_wait)) return {};
    ranks.push_back(rank);
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const RankSteps* a, const RankSteps* b) { return a->own > b->own; });
  // The widest gap is found first: what is behind it need not be split for each gap.
  std::vector<size_t> counts;
  for (size_t count = 1; 2 * count <= ranks.size(); ++count) counts.push_back(count);
  const auto gap = [&](size_t count) { return ranks[count - 1]->own - ranks[count]->own; };
  std::stable_sort(counts.begin(), counts.end(),
                   [&](size_t a, size_t b) { return gap(a) > gap(b); });
  constexpr size_t kMostSplits = 8;
  for (size_t i = 0; i < std::min(counts.size(), kMostSplits); ++i) {
    SlowRanks split = SplitAt(ranks, counts[i]);
    if (!IsClear(split) || !IsWaitedFor(split, least)) continue;
    const double told = std::max(split.own - split.others_own, split.wait);
    if (!AreSlowTogether(split.ranks, split.others, told)) continue;
    if (AreSlowInMostSteps(split.ranks, split.others)) return split;
  }
  return {};
}

std::string WaitOfOthersText(const SlowRanks& slow) {
  return fmt::format("{} a step ({})", FormatMicros(static_cast<Value>(slow.wait)),
                     Percent(slow.wait_share));
}

Finding SlowRanksFinding(const RuleInput& input, const SlowRanks& slow) {
  const RankSteps& slowest = *slow.ranks.front();
  const std::string host = HostOfAll(slow.ranks, slow.others);
  const bool is_one = slow.ranks.size() == 1;
  Finding finding = Warning(
      "waited_for", NameOfRanks(input.profile(), slow.ranks, slow.others),
      fmt::format("the others wait for {}: {} on average. Without communication {} own step takes "
                  "{}, the others' {} ({:.2f} times){}",
                  NameOfRanks(input.profile(), slow.ranks, slow.others), WaitOfOthersText(slow),
                  is_one ? "its" : "their", FormatMicros(static_cast<Value>(slow.own)),
                  FormatMicros(static_cast<Value>(slow.others_own)), slow.own / slow.others_own,
                  RemediesOf(input, slow)),
      host.empty() ? "steps -by rank" : "steps -by host");
  finding.saves = SavesOf(slow.ranks, slow.others);
  finding.share = slow.wait_share;
  if (is_one) finding.place = PlaceOf(input.profile(), slowest.source);
  finding.place.host = host.empty() ? finding.place.host : host;
  RanksOfRun ranks = slow.ranks;
  ranks.insert(ranks.end(), slow.others.begin(), slow.others.end());
  finding.evidence.push_back(RanksEvidence(ranks));
  return finding;
}

}  // namespace profiler
