#include "profiler/advise/rules/job/late_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

// The step of one rank, as those of a job are.
StepTime StepOfRank(const Profile& profile, const StepTime& of_job, SourceId source) {
  StepTime one;
  one.number = of_job.number;
  one.run = of_job.run;
  for (const StepId step : of_job.steps) {
    if (profile.steps[step].source != source) continue;
    one.steps = {step};
    one.wall = Int128{profile.steps[step].end} - profile.steps[step].begin;
  }
  return one;
}

// The steps of single ranks: those that others wait for, and all others.
struct StepsOfRanks {
  std::deque<StepTime> owns;  // what `compared` points to
  ComparedSteps compared;
  double slow = 0, others = 0;  // the sums of their own work

  void Add(StepTime step, bool is_slow, double own) {
    if (step.steps.empty()) return;
    owns.push_back(std::move(step));
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
  StepsOfRanks split;
  for (const StepTime& time : SharedStepTimes(input)->times) {
    const auto of_step = by_step.find(time.number);
    if (time.run != ranks.front()->run_index || of_step == by_step.end()) continue;
    std::vector<double> owns;
    for (const auto& [own, rank] : of_step->second) owns.push_back(own);
    const double middle = UpperMedian(owns);
    for (const auto& [own, rank] : of_step->second) {
      split.Add(StepOfRank(input.profile(), time, rank->source), own - middle >= least, own);
    }
  }
  return split;
}

bool RecordsShapes(const Profile& profile) {
  const auto ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(),
                     [](const OpRow& op) { return op.input_shapes.valid(); });
}

}  // namespace

std::vector<int64_t> StepsOfWork(const RankSteps& most) {
  const std::vector<int64_t>& waits = most.main_waited_for;
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

RanksOfRun RanksOfLateHost(const RanksOfRun& ranks, double all) {
  // Of two hosts, one causes half of the waits by chance, and of ranks in it a few most of those.
  constexpr double kNearlyAll = 0.9, kMostOfOne = 0.6;
  std::map<std::string, RanksOfRun> by_host;
  for (const RankSteps* rank : ranks) by_host[rank->host].push_back(rank);
  if (by_host.size() < 2 || by_host.contains("")) return {};
  for (auto& [host, of_host] : by_host) {
    double caused = 0;
    for (const RankSteps* rank : of_host) caused += rank->waited_for;
    const bool is_late = of_host.size() > 1 && caused >= kNearlyAll * all &&
                         of_host.front()->waited_for < kMostOfOne * all;
    if (is_late) return std::move(of_host);
  }
  return {};
}

bool CausesMuchElse(const RankSteps& rank, double all) {
  constexpr double kMuch = 0.2;
  return rank.waited_for >= kMuch * all &&
         2 * static_cast<int64_t>(rank.main_waited_for.size()) < rank.compared_steps;
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
  ComparedSteps steps;
  Int128 slow = 0, rest = 0;
  for (const StepTime& time : timed->times) {
    if (time.run != (*middle)->run_index) continue;
    const bool is_slow = std::binary_search(numbers.begin(), numbers.end(), time.number);
    (is_slow ? steps.slow : steps.others).push_back(&time);
    (is_slow ? slow : rest) += time.wall;
  }
  if (steps.slow.empty() || steps.others.empty()) return 0;
  for (const StepCause& own : CausesOfSlowSteps(input, steps, 1, (*middle)->source)) {
    if (own.name == cause.name) return own.in_slow;
  }
  return 0;
}

bool HasNoMoreWork(const RuleInput& input, const RankSteps& rank, const RanksOfRun& others) {
  if (!rank.source.valid() || !RecordsShapes(input.profile())) return false;
  const RankComparison comparison(input, rank.source, others);
  if (!comparison.has_others() || !comparison.RunsSameOps()) return false;
  const auto has_other_inputs = [&](OpPlace place) {
    const auto op = comparison.MostGrownOp(place);
    return op && !op->inputs.empty();
  };
  return !has_other_inputs(OpPlace::kDevices) && !has_other_inputs(OpPlace::kHosts);
}

}  // namespace profiler
