#include "profiler/advise/rules/steps/input/input_of_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/analysis/steps/ranks/stragglers.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// A share at least this many times the typical one is far higher.
constexpr double kFarHigher = 2;

// Waiting for input and copying it, and where no wait was recorded the code
// that makes it; by the statistic that fits the rank's own steps.
PartShare OwnInputShare(const StepTimings& timings, bool records_waits) {
  std::vector<double> times = InputTimes(timings);
  if (!records_waits) {
    std::transform(times.begin(), times.end(), timings.input_code.begin(), times.begin(),
                   std::plus<>());
  }
  return timings.ShareOf(times);
}

// The same of the loop around the rank's steps: what it waits between them counts, too.
PartShare LoopInputShare(const StepTimings& timings, const BetweenSteps& between) {
  const LoopTimings loop = LoopOf(timings, between);
  if (loop.empty()) return {};
  const std::vector<double> of_steps = InputTimes(timings);
  std::vector<double> times = loop.input;
  for (size_t i = 0; i < times.size(); ++i) times[i] += of_steps[loop.steps[i]];
  return loop.ShareOf(times);
}

PartShare OwnShare(const StepTimings& timings, const InputOfRanks& of) {
  return of.between != nullptr ? LoopInputShare(timings, *of.between)
                               : OwnInputShare(timings, of.records_waits);
}

// The same by the statistic of all ranks: medians and means of ranks that take
// part in the same steps do not compare.
PartShare InputShare(const StepTimings& timings, const InputOfRanks& of) {
  PartShare part = OwnShare(timings, of);
  if (!of.are_means || part.is_of_mean()) return part;
  part.share = part.mean_share;
  part.time = part.mean_share * timings.mean();
  return part;
}

bool AreMeans(const InputOfRanks& of) {
  return std::any_of(of.ranks.begin(), of.ranks.end(), [&](const ProcessTimings& one) {
    return OwnShare(one.timings, of).is_of_mean();
  });
}

bool IsFarHigher(double share, const InputOfRanks& of, const InputLimits& limits) {
  return share >= limits.moderate && share >= kFarHigher * of.typical;
}

bool IsUnlike(const ProcessTimings& one, const InputOfRanks& of, const InputLimits& limits) {
  return IsFarHigher(InputShare(one.timings, of).share, of, limits);
}

// Sorts the ranks by their shares, and puts first the one with the largest share that is far higher
// than the typical one. Returns whether there is one.
bool PutWorstRankFirst(const InputLimits& limits, InputOfRanks& of) {
  of.are_means = AreMeans(of);
  std::vector<std::pair<double, ProcessTimings>> ranks;  // a share takes a pass over the steps
  ranks.reserve(of.ranks.size());
  for (ProcessTimings& one : of.ranks) {
    const double share = InputShare(one.timings, of).share;
    ranks.emplace_back(share, std::move(one));
  }
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  of.typical = ranks[ranks.size() / 2].first;
  for (size_t i = 0; i < ranks.size(); ++i) of.ranks[i] = std::move(ranks[i].second);
  // The sentence is of the worst rank's own steps, so these must say the same by themselves.
  const auto worst = std::find_if(of.ranks.begin(), of.ranks.end(), [&](const ProcessTimings& one) {
    return IsUnlike(one, of, limits) && IsFarHigher(OwnShare(one.timings, of).share, of, limits);
  });
  if (worst == of.ranks.end()) return false;
  std::rotate(of.ranks.begin(), worst, worst + 1);
  return true;
}

// The same by the loops around the ranks' steps, where these say nothing: a rank that waits for its
// input between steps begins them late, and the others wait in theirs. Leaves `of` as it was if
// there is none.
bool PutWorstLoopFirst(const InputUse& use, const BetweenSteps& between, const InputLimits& limits,
                       InputOfRanks& of) {
  of.between = &between;
  if (PutWorstRankFirst(limits, of)) {
    const StepTimings& worst = of.worst().timings;
    if (ClassifyInput(worst, use, LoopOf(worst, between), limits).of_loop) return true;
  }
  of.between = nullptr;
  PutWorstRankFirst(limits, of);
  return false;
}

// The host on which are the first `count` ranks and no other; empty if there is
// none.
std::string HostOfFirst(const Profile& profile, const std::vector<ProcessTimings>& ranks,
                        size_t count) {
  const auto host = [&](const ProcessTimings& one) {
    const StringId name = profile.sources[one.sources.front()].host;
    return name.valid() ? profile.strings[name] : std::string_view();
  };
  const std::string_view first = host(ranks.front());
  if (first.empty() || count < 2 || count == ranks.size()) return "";
  for (size_t i = 0; i < ranks.size(); ++i) {
    if ((host(ranks[i]) == first) != (i < count)) return "";
  }
  return std::string(first);
}

// Whether one of the ranks after the first `count` waits for input, too.
bool AnyOtherWaits(const InputOfRanks& of, size_t count, double least) {
  return std::any_of(
      of.ranks.begin() + static_cast<ptrdiff_t>(count), of.ranks.end(),
      [&](const ProcessTimings& one) { return InputShare(one.timings, of).share >= least; });
}

// What collectives show of a rank: null if it was not compared in any.
const RankSteps* ComparedRank(const std::vector<RankSteps>& ranks, const Profile& profile,
                              uint32_t run, SourceId source) {
  const int64_t rank = profile.sources[source].rank;
  const auto it = std::find_if(ranks.begin(), ranks.end(), [&](const RankSteps& one) {
    return one.run_index == run && one.compared > 0 &&
           (rank != kUnknown ? one.rank == rank : one.source == source);
  });
  return it == ranks.end() ? nullptr : &*it;
}

// What steps could be shorter by without the input of the first `count` ranks: the slowest of the
// others decides how long a step takes.
double SavedWithoutFirst(const std::vector<RankSteps>& all, const Profile& profile, uint32_t run,
                         const InputOfRanks& of, size_t count) {
  RanksOfRun slow, others;
  for (size_t i = 0; i < of.ranks.size(); ++i) {
    const RankSteps* const rank = ComparedRank(all, profile, run, of.ranks[i].sources.front());
    if (rank != nullptr) (i < count ? slow : others).push_back(rank);
  }
  return SavedWithout(slow, others);
}

}  // namespace

// The ranks that wait for input in turns, if all meet in collectives.
static absl::StatusOr<std::optional<InputOfRanks>> InputInTurns(
    const RuleInput& input, InputOfRanks of, const StepTimings& run, const InputUse& use,
    const BetweenSteps& between, const InputLimits& limits) {
  if (!of.records_waits) return std::nullopt;
  of.longest = LargestOfEachStep(input.profile(), of.ranks, InputTimes);
  const double share = OwnInputShare(of.longest, of.records_waits).share;
  if (share < limits.moderate || share < kFarHigher * of.typical) return std::nullopt;
  of.worst_judged = ClassifyInput(of.longest, use, LoopTimings(), limits);
  const InputJudgement of_run = ClassifyInput(run, use, LoopOf(run, between), limits);
  if (of.worst_judged.input_class <= of_run.input_class) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const SharedRanks compared,
                            SharedRankSteps(input.selected, input.context));
  for (const ProcessTimings& one : of.ranks) {
    if (ComparedRank(*compared, input.profile(), run.run_index, one.sources.front()) == nullptr) {
      return std::nullopt;
    }
  }
  of.is_waited_for = true;
  of.name = "the rank that waits longest in a step, which changes";
  return of;
}

double InputOfLastRank(const RuleInput& input, const Runs& runs, const StepTimings& run) {
  if (!run.is_known() || run.is_whole) return 0;
  const std::vector<ProcessTimings> ranks = TimingsByProcess(input.profile(), runs, run);
  if (ranks.size() < 2) return 0;
  std::vector<double> typical;
  typical.reserve(ranks.size());
  for (const ProcessTimings& one : ranks) typical.push_back(OwnInputShare(one.timings, true).time);
  const StepTimings longest = LargestOfEachStep(input.profile(), ranks, InputTimes);
  std::map<SourceId, size_t> of_rank;  // the steps in which it waits longest
  for (const StepId step : longest.ids) {
    if (2 * ++of_rank[input.profile().steps[step].source] > longest.ids.size()) return 0;
  }
  return longest.ShareOf(InputTimes(longest)).time - UpperMedian(typical);
}

absl::StatusOr<std::optional<InputOfRanks>> UnlikeInputOfRanks(
    const RuleInput& input, const Runs& runs, const StepTimings& run, const InputUse& use,
    const BetweenSteps& between, const InputLimits& limits) {
  if (!run.is_known() || run.is_whole) return std::nullopt;
  InputOfRanks of;
  of.ranks = TimingsByProcess(input.profile(), runs, run);
  if (of.ranks.size() < 2) return std::nullopt;
  of.records_waits = !use.waits.empty();
  if (!PutWorstRankFirst(limits, of) && !PutWorstLoopFirst(use, between, limits, of)) {
    return InputInTurns(input, std::move(of), run, use, between, limits);
  }
  of.worst_judged =
      ClassifyInput(of.worst().timings, use, LoopOf(of.worst().timings, between), limits);
  const InputJudgement of_run = ClassifyInput(run, use, LoopOf(run, between), limits);
  if (of.worst_judged.input_class < of_run.input_class) {
    return std::nullopt;
  }
  const SourceId source = of.worst().sources.front();
  PROFILER_ASSIGN_OR_RETURN(const SharedRanks compared,
                            SharedRankSteps(input.selected, input.context));
  const RankSteps* const rank = ComparedRank(*compared, input.profile(), run.run_index, source);
  if (rank != nullptr && !rank->lets_others_wait()) return std::nullopt;
  of.is_waited_for = rank != nullptr;
  of.name = ProcessName(input.profile(), source);
  if (of.ranks.size() == 2) {
    of.other = ProcessName(input.profile(), of.ranks[1].sources.front());
  }
  of.more = static_cast<size_t>(
      std::count_if(of.ranks.begin() + 1, of.ranks.end(),
                    [&](const ProcessTimings& one) { return IsUnlike(one, of, limits); }));
  if (of.more == 1) of.alike = ProcessName(input.profile(), of.ranks[1].sources.front());
  of.host = HostOfFirst(input.profile(), of.ranks, of.more + 1);
  of.others_wait = AnyOtherWaits(of, of.more + 1, limits.moderate);
  if (of.is_waited_for && !rank->is_in_pipeline() && of.between == nullptr) {
    of.most_saved = SavedWithoutFirst(*compared, input.profile(), run.run_index, of, of.more + 1);
  }
  return of;
}

std::string OthersText(const InputOfRanks& ranks) {
  if (!ranks.other.empty()) {
    return fmt::format(
        " ({}: {:.1f}%){}", ranks.other, 100 * ranks.typical,
        ranks.is_waited_for ? fmt::format(", and {} waits for it", ranks.other) : "");
  }
  const std::string all_of =
      ranks.host.empty() ? "" : fmt::format(": all {} of {}", ranks.more + 1, ranks.host);
  return fmt::format(
      " ({}typical rank: {:.1f}%){}",
      ranks.more == 0   ? ""
      : ranks.more == 1 ? fmt::format("{} alike{}, ", ranks.alike, all_of)
                        : fmt::format("{} more like it{}, ", Count(ranks.more, "rank"), all_of),
      100 * ranks.typical, ranks.is_waited_for ? ", and the other ranks wait for it" : "");
}

Report RanksEvidence(const Profile& profile, const InputOfRanks& ranks) {
  using C = ColumnOf<ProcessTimings>;
  return EvidenceOf<ProcessTimings>(
      {
          C::Number("steps", Unit::kCount, "", "Steps of the rank.",
                    [](const ProcessTimings& one) -> Value {
                      return static_cast<Value>(one.timings.ids.size());
                    }),
          ranks.are_means ? C::Real("mean_us", Unit::kMicros, "", "The mean of its steps.",
                                    [](const ProcessTimings& one) {
                                      return one.timings.mean() / kPicosPerMicro;
                                    })
                          : C::Real("median_us", Unit::kMicros, "", "The median of its steps.",
                                    [](const ProcessTimings& one) {
                                      return one.timings.median() / kPicosPerMicro;
                                    }),
          C::Real("input_us", Unit::kMicros, "",
                  "Of a step, waiting for input, copying it, and code that "
                  "makes it.",
                  [&](const ProcessTimings& one) {
                    return InputShare(one.timings, ranks).time / kPicosPerMicro;
                  }),
          C::Real("share", Unit::kShare, "", "input_us over the step.",
                  [&](const ProcessTimings& one) { return InputShare(one.timings, ranks).share; }),
      },
      ranks.ranks,
      [&](const ProcessTimings& one) { return ProcessName(profile, one.sources.front()); },
      "ranks with a smaller share");
}

}  // namespace profiler
