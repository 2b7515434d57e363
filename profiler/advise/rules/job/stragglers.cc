#include "profiler/advise/rules/job/stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/base/heap_bytes.h"

namespace profiler {
namespace {

using RanksOfRun = std::vector<const RankSteps*>;

double ThresholdOfRule(std::string_view rule_name, std::string_view name,
                       const AdviceOptions& options) {
  for (const Rule& rule : AllRules()) {
    if (rule.name != rule_name) continue;
    const std::vector<ThresholdValue> values = ThresholdValues(rule, options);
    for (size_t i = 0; i < values.size(); ++i) {
      if (rule.thresholds[i].name == name) return values[i].value;
    }
  }
  return 0;
}

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

// `ranks` are those of one run with whole steps, the slowest first.
Finding StragglerFinding(const Profile& profile, const RanksOfRun& ranks,
                         const RanksOfRun& stragglers) {
  const RankSteps& slowest = *stragglers.front();
  const bool waits = std::any_of(ranks.begin(), ranks.end(),
                                 [](const RankSteps* rank) { return rank->communicates; });
  std::string text = fmt::format(
      "{} is a straggler: {} {}, {:.2f} times that of the middle one of {} ({}){}{}. Compare its "
      "input, its hardware and what else runs there",
      slowest.name, waits ? "without waiting for communication its step takes" : "its step takes",
      StepTimeText(slowest.own), slowest.own_against_middle,
      Count(ranks.size(), slowest.rank == kUnknown ? "worker" : "rank"),
      StepTimeText(slowest.middle_own), waits ? ", and the others wait for it" : "",
      OthersText(stragglers));
  Finding finding = Warning("straggler", slowest.name, std::move(text), "steps -by rank");
  finding.place = PlaceOf(profile, slowest.source);  // the command compares all ranks
  finding.evidence.push_back(RanksEvidence(ranks));
  return finding;
}

}  // namespace

StragglerLimits StragglerLimitsOf(const AdviceOptions& options) {
  return {ThresholdOfRule("JobChecker", "straggler", options),
          ThresholdOfRule("JobChecker", "straggler_share", options)};
}

absl::StatusOr<SharedRanks> SharedRankSteps(const Selected& selected, RunContext& context) {
  if (IsOfOneProcess(selected.profile())) return std::make_shared<std::vector<RankSteps>>();
  return context.memo().TryGet<std::vector<RankSteps>>(
      selected.profile().identity, fmt::format("rank steps, {}", selected.Key()),
      [&] { return StepsByRank(selected, RankGroups::kRanks, context); });
}

std::vector<Finding> StragglerFindings(const Profile& profile, const std::vector<RankSteps>& ranks,
                                       const StragglerLimits& limits) {
  std::map<std::string_view, RanksOfRun> by_run;
  for (const RankSteps& rank : ranks) {
    if (rank.is_compared && rank.whole.count > 0) by_run[rank.run].push_back(&rank);
  }
  std::vector<Finding> findings;
  for (auto& [run, of_run] : by_run) {
    std::stable_sort(of_run.begin(), of_run.end(),
                     [](const RankSteps* a, const RankSteps* b) { return a->own > b->own; });
    RanksOfRun stragglers;
    for (const RankSteps* rank : of_run) {
      if (IsStraggler(*rank, limits)) stragglers.push_back(rank);
    }
    if (!stragglers.empty()) findings.push_back(StragglerFinding(profile, of_run, stragglers));
  }
  return findings;
}

}  // namespace profiler
