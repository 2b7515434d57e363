#include "profiler/advise/rules/ranks/stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/ranks/slow_ranks.h"
#include "profiler/advise/rules/ranks/straggler_cause.h"
#include "profiler/advise/rules/ranks/unlike/slow_stage.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

std::string StepTimeText(double picos) { return FormatMicros(static_cast<Value>(picos)); }

double Micros(double picos) { return picos / static_cast<double>(kPicosPerMicro); }

// "; ranks 3, 5 are slow, too", or nothing.
std::string OthersText(const Profile& profile, const RanksOfRun& stragglers) {
  if (stragglers.size() < 2) return "";
  const RanksOfRun more(stragglers.begin() + 1, stragglers.end());
  return fmt::format("; {} {} slow, too", NameOfRanks(profile, more, {}),
                     more.size() > 1 ? "are" : "is");
}

// What collectives show of it, such as ", and the others wait for it: it came last to 3 of 3
// collectives"; empty if it was not compared in any.
std::string WaitText(const RankSteps& rank, bool of_two) {
  // Where stages of a pipeline wait for each other, collectives at the end of a step tell little.
  if (rank.compared == 0 || rank.is_in_pipeline()) return "";
  if (rank.is_mostly_last && 2 * rank.last > rank.compared) {
    return fmt::format(", and the others wait for it: it came last to {} of {}", rank.last,
                       Count(static_cast<size_t>(rank.compared), "collective"));
  }
  return fmt::format(
      ", and the others wait for it: it waits in collectives for {} a step, the {} rank for {}",
      StepTimeText(rank.wait), of_two ? "other" : "median", StepTimeText(rank.middle_wait));
}

// Text such as "median of 3 ranks 10.7 ms".
std::string MiddleText(const RanksOfRun& ranks, const RankSteps& slowest) {
  const std::string kind(NounOf(slowest));
  const std::string whose = ranks.size() == 2
                                ? fmt::format("the other {}'s", kind)
                                : fmt::format("median of {}", Count(ranks.size(), kind));
  return fmt::format("{} {}", whose, StepTimeText(slowest.middle_own));
}

// Text such as "rank 3 is a straggler: without communication its own step takes ...".
std::string WhoIsSlow(const Profile& profile, const RanksOfRun& ranks, const RanksOfRun& stragglers,
                      const std::string& host) {
  const RankSteps& slowest = *stragglers.front();
  const std::string against =
      fmt::format("own step takes {}, {} ({:.2f} times)", StepTimeText(slowest.own),
                  MiddleText(ranks, slowest), slowest.own_against_middle);
  const std::string_view alone = slowest.communicates ? "without communication " : "";
  if (host.empty()) {
    return fmt::format("{} is {}: {}its {}{}{}", slowest.name,
                       slowest.compared > 0 ? "a straggler" : "slow", alone, against,
                       WaitText(slowest, ranks.size() == 2), OthersText(profile, stragglers));
  }
  return fmt::format("all {} of {} are slow: {}the slowest one's {}; compare hosts",
                     Count(stragglers.size(), std::string(NounOf(slowest))), host, alone, against);
}

// The same of several that are equally slow.
std::string WhoAreSlow(const Profile& profile, const SlowRanks& slow, const std::string& host) {
  const std::string name = NameOfRanks(profile, slow.ranks, slow.others);
  return fmt::format(
      "{} are stragglers: without communication their own step takes {}, the others' {} ({:.2f} "
      "times), and the others wait for them, {} on average{}",
      name, StepTimeText(slow.own), StepTimeText(slow.others_own), slow.own / slow.others_own,
      WaitOfOthersText(slow), host.empty() ? "" : "; compare hosts");
}

bool ShareGroup(const RankSteps& a, const RankSteps& b) {
  return std::any_of(a.groups.begin(), a.groups.end(), [&](uint32_t group) {
    return std::find(b.groups.begin(), b.groups.end(), group) != b.groups.end();
  });
}

// Whether the stragglers are a stage of a pipeline: those that share a group with the slowest one
// do the same work, and all of them are slow.
bool AreStage(const RanksOfRun& stragglers, const RanksOfRun& others) {
  const RankSteps& slowest = *stragglers.front();
  return slowest.is_in_pipeline() &&
         std::none_of(others.begin(), others.end(),
                      [&](const RankSteps* other) { return ShareGroup(slowest, *other); });
}

std::string StageText(const Profile& profile, const RanksOfRun& ranks, const RanksOfRun& stragglers,
                      const RanksOfRun& others, bool go_one_way) {
  const RankSteps& slowest = *stragglers.front();
  const bool is_one = stragglers.size() == 1;
  return fmt::format(
      "{} {} the slowest {}: without communication {} step takes {}, {} ({:.2f} times), and the "
      "other {} wait for {}",
      NameOfRanks(profile, stragglers, others), is_one ? "is" : "are",
      go_one_way ? "of ranks that send data one way" : "stage of the pipeline",
      is_one ? "its" : "their", StepTimeText(slowest.own), MiddleText(ranks, slowest),
      slowest.own_against_middle, go_one_way ? "ranks" : "stages", is_one ? "it" : "them");
}

// `ranks` are those of one run with whole steps, the slowest first; `slow` are the stragglers if
// these are several that others wait for.
Finding StragglerFinding(const RuleInput& input, const RanksOfRun& ranks,
                         const RanksOfRun& stragglers, const SlowRanks* slow, bool go_one_way) {
  const Profile& profile = input.profile();
  const RankSteps& slowest = *stragglers.front();
  const RanksOfRun others = Without(ranks, stragglers);
  const bool are_stage = AreStage(stragglers, others);
  const std::string host = are_stage ? "" : HostOfAll(stragglers, others);
  const std::string who = slow != nullptr ? WhoAreSlow(profile, *slow, host)
                                          : WhoIsSlow(profile, ranks, stragglers, host);
  StageAdvice of_stage;
  if (are_stage) of_stage = AdviceForStage(input, stragglers, others, go_one_way);
  Finding finding =
      Warning("straggler", host.empty() ? slowest.name : host,
              are_stage ? StageText(profile, ranks, stragglers, others, go_one_way) + of_stage.text
                        : who + (slow != nullptr ? RemediesOf(input, *slow)
                                                 : StragglerRemedy(input, slowest, others)),
              host.empty() ? "steps -by rank" : "steps -by host");
  finding.share = slowest.own > 0 ? 1 - slowest.middle_own / slowest.own : 0;
  if (are_stage) {
    finding.saves = of_stage.saves;
  } else if (slowest.compared > 0) {
    finding.saves = SavesOf(stragglers, others);
  }
  finding.place = PlaceOf(profile, slowest.source);  // the command compares all ranks
  if (slow != nullptr) finding.subject = NameOfRanks(profile, stragglers, others);
  if (slow != nullptr || !host.empty()) finding.place = {};
  if (!host.empty()) {
    finding.subject = host;
    finding.place.host = host;
  }
  finding.evidence.push_back(RanksEvidence(ranks));
  return finding;
}

}  // namespace

RanksOfRun WithWholeSteps(const RanksOfRun& all) {
  RanksOfRun ranks;
  for (const RankSteps* rank : all) {
    const bool is_timed = rank->is_compared && !rank->is_cut_short && rank->whole.count > 0;
    if (is_timed) ranks.push_back(rank);
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const RankSteps* a, const RankSteps* b) { return a->own > b->own; });
  return ranks;
}

RanksOfRun Without(const RanksOfRun& ranks, const RanksOfRun& some) {
  const std::set<const RankSteps*> left_out(some.begin(), some.end());
  RanksOfRun rest;
  for (const RankSteps* rank : ranks) {
    if (!left_out.contains(rank)) rest.push_back(rank);
  }
  return rest;
}

Report RanksEvidence(const RanksOfRun& ranks) {
  using C = ColumnOf<const RankSteps*>;
  using Row = const RankSteps*;
  return EvidenceOf<Row>(
      {
          C::Real("median_us", Unit::kMicros, "", "The median of its whole steps.",
                  [](Row rank) { return Micros(rank->whole.median); }),
          C::Real("own_us", Unit::kMicros, "", "The same without waiting for communication.",
                  [](Row rank) { return Micros(rank->own); }),
          C::Real("own_against_middle", Unit::kShare, "", "own_us over the median rank's.",
                  [](Row rank) { return rank->own_against_middle; }),
          C::Real("wait_us", Unit::kMicros, "all waits",
                  "In collectives until the last rank came, a step.",
                  [](Row rank) { return Micros(rank->wait); }),
          C::Number("last", Unit::kCount, "", "To how many collectives it came last.",
                    [](Row rank) { return rank->compared > 0 ? Value(rank->last) : kAbsent; }),
      },
      ranks, [](Row rank) { return rank->name; }, "faster ranks");
}

StragglerLimits StragglerLimitsOf(const JobThresholds& thresholds) {
  return {thresholds.straggler, thresholds.straggler_share};
}

Value SavesOf(const RanksOfRun& slow, const RanksOfRun& others) {
  const double saved = SavedWithout(slow, others);
  return saved >= 1 ? static_cast<Value>(saved) : kAbsent;  // false for NaN, too
}

absl::StatusOr<SharedRanks> SharedRankSteps(const Selected& selected, RunContext& context) {
  if (IsOfOneProcess(selected.profile())) return std::make_shared<std::vector<RankSteps>>();
  return context.memo().TryGet<std::vector<RankSteps>>(
      selected.profile().identity, fmt::format("rank steps, {}", selected.Key()),
      [&] { return StepsByRank(selected, RankGroups::kRanks, context); });
}

const RankSteps* JudgeStragglers(const RuleInput& input, const RanksOfRun& all,
                                 const SlowRanks& slow, const StragglerLimits& limits,
                                 bool go_one_way, Verdict& verdict) {
  const RanksOfRun ranks = WithWholeSteps(all);
  const RanksOfRun stragglers = StragglersWith(ranks, slow, limits);
  if (stragglers.empty()) return nullptr;
  const bool are_several = slow.ranks.size() > 1 && stragglers == slow.ranks;
  verdict.findings.push_back(
      StragglerFinding(input, ranks, stragglers, are_several ? &slow : nullptr, go_one_way));
  return stragglers.front();
}

}  // namespace profiler
