#include "profiler/advise/rules/job/late/late_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

// The steps of single ranks: those in which they work so long that others wait, and all others.
struct StepsOfRanks {
  std::deque<StepTime> owns;  // what `compared` points to
  ComparedSteps compared;
  double slow = 0, others = 0;  // the sums of their own work

  void Add(const Profile& profile, const StepTime& of_job, StepId step, bool is_slow, double own) {
    const Int128 wall = Int128{profile.steps[step].end} - profile.steps[step].begin;
    owns.push_back({.number = of_job.number, .run = of_job.run, .steps = {step}, .wall = wall});
    (is_slow ? compared.slow : compared.others).push_back(&owns.back());
    (is_slow ? slow : others) += own;
  }
  // By how much longer the mean of the slow ones works.
  double Excess() const {
    if (compared.slow.empty() || compared.others.empty()) return 0;
    return slow / static_cast<double>(compared.slow.size()) -
           others / static_cast<double>(compared.others.size());
  }
};

using OwnOfRank = std::pair<double, const RankSteps*>;

StepsOfRanks SplitByOwnWork(const RuleInput& input, const RanksOfRun& ranks, double least) {
  std::map<int64_t, std::vector<OwnOfRank>> by_step;
  for (const RankSteps* rank : ranks) {
    for (const auto& [number, own] : rank->own_of_steps) by_step[number].emplace_back(own, rank);
  }
  const Profile& profile = input.profile();
  StepsOfRanks split;
  const auto timed = SharedStepTimes(input);
  for (const StepTime& time : timed->times) {
    const auto of_step = by_step.find(time.number);
    if (time.run != ranks.front()->run_index || of_step == by_step.end()) continue;
    std::map<SourceId, StepId> of_source;
    for (const StepId step : time.steps) of_source.emplace(profile.steps[step].source, step);
    std::vector<double> owns;
    for (const auto& [own, rank] : of_step->second) owns.push_back(own);
    const double middle = LowerMedian(owns);  // of two ranks the faster one is to compare with
    for (const auto& [own, rank] : of_step->second) {
      const auto step = of_source.find(rank->source);
      if (step == of_source.end()) continue;
      split.Add(profile, time, step->second, own - middle >= least, own);
    }
  }
  return split;
}

}  // namespace

std::vector<int64_t> StepsWaitedFor(const RankSteps& rank) {
  if (rank.single_waited_for == kUnknown) return rank.main_waited_for;
  return {rank.single_waited_for};
}

std::vector<int64_t> StepsOfWork(const RankSteps& most) {
  std::vector<int64_t> waits = StepsWaitedFor(most);
  std::vector<double> in_waits, before, usual;
  std::vector<int64_t> numbers_before;
  for (const auto& [number, own] : most.own_of_steps) {
    const bool is_waited_for = std::binary_search(waits.begin(), waits.end(), number);
    const bool is_before = std::binary_search(waits.begin(), waits.end(), number + 1);
    if (is_waited_for) in_waits.push_back(own);
    if (is_before) {
      before.push_back(own);
      numbers_before.push_back(number);
    }
    if (!is_waited_for && !is_before) usual.push_back(own);
  }
  if (in_waits.empty() || before.empty() || usual.empty()) return waits;
  const double middle = UpperMedian(usual), excess = UpperMedian(before) - middle;
  // Twice, so that noise does not decide.
  return excess > 2 * std::abs(UpperMedian(in_waits) - middle) ? numbers_before : waits;
}

ComparedSteps SplitByNumbers(const std::vector<StepTime>& times, uint32_t run,
                             const std::vector<int64_t>& numbers) {
  ComparedSteps steps;
  for (const StepTime& time : times) {
    if (time.run != run) continue;
    const bool is_slow = std::binary_search(numbers.begin(), numbers.end(), time.number);
    (is_slow ? steps.slow : steps.others).push_back(&time);
  }
  return steps;
}

RanksOfRun RanksOfLateHost(const RanksOfRun& ranks, double all) {
  // Of two hosts, one causes half of the waits by chance, and of ranks in it a few most of those.
  constexpr double kNearlyAll = 0.9, kMostOfOne = 0.6;
  std::map<std::string, RanksOfRun> by_host;
  for (const RankSteps* rank : ranks) by_host[rank->host].push_back(rank);
  if (by_host.size() < 2 || by_host.contains("")) return {};
  for (auto& [host, of_host] : by_host) {
    double caused = 0;
    for (const RankSteps* rank : of_host) caused += rank->waited_for;
    // A host with most of the ranks causes most of the waits, too.
    const bool is_late = of_host.size() > 1 && 2 * of_host.size() <= ranks.size() &&
                         caused >= kNearlyAll * all &&
                         of_host.front()->waited_for < kMostOfOne * all;
    if (is_late) return std::move(of_host);
  }
  return {};
}

const RankSteps* SecondLateRank(const RanksOfRun& ranks, double all) {
  constexpr double kMuch = 0.2;
  if (ranks.size() < 2) return nullptr;
  const RankSteps& first = *ranks[0];
  const RankSteps& second = *ranks[1];
  // Beside one long wait, short ones in several steps are noise.
  if (first.single_waited_for != kUnknown && second.single_waited_for == kUnknown) return nullptr;
  const bool is_in_few =
      2 * static_cast<int64_t>(second.main_waited_for.size()) < second.compared_steps;
  return is_in_few && second.waited_for >= kMuch * all ? &second : nullptr;
}

std::string WorkInTurnsText(const RuleInput& input, const RanksOfRun& ranks, double wait) {
  constexpr size_t kLeast = 3;  // fewer may be so by chance
  constexpr int kHardlyElse = 10;
  const StepsOfRanks split = SplitByOwnWork(input, ranks, wait / 2);
  const double excess = split.Excess();
  const size_t count = split.compared.slow.size();
  if (count < kLeast || !(excess >= wait / 2)) return "";
  const std::vector<StepCause> causes =
      CausesOfSlowSteps(input, split.compared, static_cast<Value>(excess));
  if (causes.empty()) return "";
  const StepCause& cause = causes.front();
  const bool is_rare = kHardlyElse * cause.in_others < cause.in_slow;
  // What grows on all ranks in turn is noise, or work of other lengths.
  if (!is_rare || cause.part != StepPart::kHostCompute || WaitsForInput(cause.name)) return "";
  return fmt::format(
      ". In turns, ranks are late for {}: it takes {} in {} of their steps, in all others {}. Do "
      "it on all ranks in the same step, less often, or in the background",
      cause.name, FormatMicros(cause.in_slow), count, FormatMicros(cause.in_others));
}

Value OnOtherRanks(const RuleInput& input, const RanksOfRun& others,
                   const std::vector<int64_t>& numbers, const StepCause& cause) {
  if (others.empty()) return 0;
  RanksOfRun by_own = others;
  const auto middle = by_own.begin() + static_cast<ptrdiff_t>(by_own.size() / 2);
  std::nth_element(by_own.begin(), middle, by_own.end(),
                   [](const RankSteps* a, const RankSteps* b) { return a->own < b->own; });
  const auto timed = SharedStepTimes(input);
  const ComparedSteps steps = SplitByNumbers(timed->times, (*middle)->run_index, numbers);
  if (steps.slow.empty() || steps.others.empty()) return 0;
  for (const StepCause& own : CausesOfSlowSteps(input, steps, 1, (*middle)->source)) {
    if (own.name == cause.name) return own.in_slow;
  }
  return 0;
}

bool HasNoMoreWork(const RuleInput& input, const RankSteps& rank, const RanksOfRun& others) {
  const Profile& profile = input.profile();
  if (!rank.source.valid() || others.empty()) return false;
  std::map<SourceId, size_t> index = {{rank.source, 0}};
  for (const RankSteps* other : others) index.emplace(other->source, index.size());
  // By name and shapes, the calls of each rank.
  std::map<std::pair<StringId, StringId>, std::vector<Int128>> calls;
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid() || row.runs <= 0) continue;
    const auto at = index.find(profile.steps[row.step].source);
    const OpRow& op = profile.ops.row[row.op];
    if (at == index.end() || !op.input_shapes.valid()) continue;
    if (!input.selected.steps().Has(row.step)) continue;
    std::vector<Int128>& of_ranks = calls[{op.name, op.input_shapes}];
    of_ranks.resize(index.size());
    of_ranks[at->second] += row.runs;
  }
  return !calls.empty() && std::all_of(calls.begin(), calls.end(), [](const auto& of_op) {
    return std::count(of_op.second.begin(), of_op.second.end(), of_op.second.front()) ==
           static_cast<ptrdiff_t>(of_op.second.size());
  });
}

}  // namespace profiler
