#include "profiler/advise/rules/job/stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/base/heap_bytes.h"

namespace profiler {
namespace {

std::string StepTimeText(double picos) { return FormatMicros(static_cast<Value>(picos)); }

double Micros(double picos) { return picos / static_cast<double>(kPicosPerMicro); }

Report RanksEvidence(const RanksOfRun& ranks) {
  using C = ColumnOf<const RankSteps*>;
  using Row = const RankSteps*;
  return EvidenceOf<Row>(
      {
          C::Real("median_us", Unit::kMicros, "", "The median of its whole steps.",
                  [](Row rank) { return Micros(rank->whole.median); }),
          C::Real("own_us", Unit::kMicros, "", "The same without waiting for communication.",
                  [](Row rank) { return Micros(rank->own); }),
          C::Real("own_against_middle", Unit::kShare, "", "own_us over that of the middle rank.",
                  [](Row rank) { return rank->own_against_middle; }),
          C::Real("wait_us", Unit::kMicros, "", "In collectives until the last rank came, a step.",
                  [](Row rank) { return Micros(rank->wait); }),
          C::Number("last", Unit::kCount, "", "To how many collectives it came last.",
                    [](Row rank) { return rank->compared > 0 ? Value(rank->last) : kAbsent; }),
      },
      ranks, [](Row rank) { return rank->name; }, "faster ranks");
}

// "; rank 3 and 2 more are slow, too", or nothing.
std::string OthersText(const RanksOfRun& stragglers) {
  if (stragglers.size() < 2) return "";
  const size_t more = stragglers.size() - 2;
  return fmt::format("; {}{} {} slow, too", stragglers[1]->name,
                     more > 0 ? fmt::format(" and {} more", more) : "", more > 0 ? "are" : "is");
}

// What collectives show of it, such as ", and the others wait for it: it came last to 3 of 3
// collectives"; empty if it was not compared in any.
std::string WaitText(const RankSteps& rank) {
  if (rank.compared == 0) return "";
  if (rank.is_mostly_last) {
    return fmt::format(", and the others wait for it: it came last to {} of {}", rank.last,
                       Count(static_cast<size_t>(rank.compared), "collective"));
  }
  return fmt::format(
      ", and the others wait for it: it waits in collectives for {} a step, the median rank for {}",
      StepTimeText(rank.wait), StepTimeText(rank.middle_wait));
}

// `ranks` are those of one run with whole steps, the slowest first.
Finding StragglerFinding(const Profile& profile, const RanksOfRun& ranks,
                         const RanksOfRun& stragglers) {
  const RankSteps& slowest = *stragglers.front();
  std::string text = fmt::format(
      "{} is {}: {}its own step takes {}, median of {} {} ({:.2f} times){}{}. Compare its input, "
      "its "
      "hardware and what else runs there",
      slowest.name, slowest.compared > 0 ? "a straggler" : "slow",
      slowest.communicates ? "without communication " : "", StepTimeText(slowest.own),
      Count(ranks.size(), slowest.rank == kUnknown ? "worker" : "rank"),
      StepTimeText(slowest.middle_own), slowest.own_against_middle, WaitText(slowest),
      OthersText(stragglers));
  Finding finding = Warning("straggler", slowest.name, std::move(text), "steps -by rank");
  finding.place = PlaceOf(profile, slowest.source);  // the command compares all ranks
  finding.evidence.push_back(RanksEvidence(ranks));
  return finding;
}

}  // namespace

StragglerLimits StragglerLimitsOf(const JobThresholds& thresholds) {
  return {thresholds.straggler, thresholds.straggler_share};
}

absl::StatusOr<SharedRanks> SharedRankSteps(const Selected& selected, RunContext& context) {
  if (IsOfOneProcess(selected.profile())) return std::make_shared<std::vector<RankSteps>>();
  return context.memo().TryGet<std::vector<RankSteps>>(
      selected.profile().identity, fmt::format("rank steps, {}", selected.Key()),
      [&] { return StepsByRank(selected, RankGroups::kRanks, context); });
}

void JudgeStragglers(const Profile& profile, const RanksOfRun& all, const StragglerLimits& limits,
                     Verdict& verdict) {
  RanksOfRun ranks;
  for (const RankSteps* rank : all) {
    if (rank->is_compared && rank->whole.count > 0) ranks.push_back(rank);
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const RankSteps* a, const RankSteps* b) { return a->own > b->own; });
  RanksOfRun stragglers;
  for (const RankSteps* rank : ranks) {
    if (IsStraggler(*rank, limits)) stragglers.push_back(rank);
  }
  if (stragglers.empty()) return;
  verdict.findings.push_back(StragglerFinding(profile, ranks, stragglers));
}

}  // namespace profiler
