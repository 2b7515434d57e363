#include "profiler/advise/rules/job/wait_remedy.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/late/late_host.h"
#include "profiler/advise/rules/job/late/late_work.h"
#include "profiler/advise/rules/ranks/straggler_cause.h"
#include "profiler/advise/rules/ranks/varying_work_text.h"
#include "profiler/advise/rules/steps/grown_causes.h"
#include "profiler/advise/rules/steps/input/input_of_ranks.h"
#include "profiler/advise/rules/steps/input/input_remedy.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/accelerated_sources.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// Where now one rank and now another one causes the waits for several steps in a row: who, and in
// which steps; else "". Work that is uneven by chance does not stay with a rank.
std::string BlocksText(const RanksOfRun& ranks) {
  constexpr size_t kLeastInRow = 3, kMostNamed = 3;
  RanksOfRun in_blocks;
  size_t steps = 0;
  for (const RankSteps* rank : ranks) {
    const std::vector<int64_t>& of_rank = rank->main_waited_for;
    const bool is_block =
        of_rank.size() >= kLeastInRow &&
        Int128{of_rank.back()} - of_rank.front() + 1 == static_cast<int64_t>(of_rank.size());
    if (!is_block) continue;
    in_blocks.push_back(rank);
    steps += of_rank.size();
  }
  // In blocks that share many steps no rank is the one that is slow.
  const auto compared = static_cast<size_t>(ranks.front()->compared_steps);
  if (in_blocks.size() < 2 || 5 * steps < 4 * compared || 5 * steps > 6 * compared) return "";
  std::stable_sort(in_blocks.begin(), in_blocks.end(), [](const RankSteps* a, const RankSteps* b) {
    return a->main_waited_for.front() < b->main_waited_for.front();
  });
  std::vector<std::string> texts;
  for (const RankSteps* rank : in_blocks) {
    texts.push_back(fmt::format("{} in steps {} to {}", rank->name, rank->main_waited_for.front(),
                                rank->main_waited_for.back()));
  }
  return fmt::format(
      ". Which rank the others wait for changes after several steps: {}. Look at each block by "
      "itself (-step {}..{}), such as at GPU clocks and at what else ran there then",
      Listed(texts, kMostNamed), in_blocks.front()->main_waited_for.front(),
      in_blocks.front()->main_waited_for.back());
}

// Where the work of ranks is uneven, or is the same and takes longer all the same.
std::string UnevenText(const RuleInput& input, const RankSteps& most, const RanksOfRun& others,
                       bool has_gpu) {
  if (!HasNoMoreWork(input, most, others)) {
    return ". Even out their work, such as the lengths of their samples";
  }
  return fmt::format(
      ". Their work is the same: each op as often, with inputs of the same shapes. Look at what "
      "else runs on their hosts{}",
      has_gpu ? ", and at their GPUs' clocks and temperature" : "");
}

// The same, where the work may change from step to step.
WaitRemedy SameOrUneven(const RuleInput& input, const RanksOfRun& ranks) {
  if (std::string varying = VaryingWorkText(input, ranks); !varying.empty()) {
    return {.text = std::move(varying), .is_of_varying_work = true};
  }
  const RankSteps& most = *ranks.front();
  const bool has_gpu =
      most.source.valid() && AcceleratedSources(input.profile())[most.source.row()] != 0;
  return {UnevenText(input, most, RanksOfRun(ranks.begin() + 1, ranks.end()), has_gpu)};
}

// Where no rank causes most of the waits, of `wait` a step.
WaitRemedy EvenOut(const InputOf<JobThresholds>& input, const RanksOfRun& ranks, double wait) {
  const RankSteps& most = *ranks.front();
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (timings.ok()) {
    const auto run =
        std::find_if((*timings)->begin(), (*timings)->end(),
                     [&](const StepTimings& one) { return one.run_index == most.run_index; });
    const double more =
        run == (*timings)->end() ? 0 : InputOfLastRank(input, SharedStepTimes(input)->runs, *run);
    if (2 * more >= wait) {
      return {fmt::format(
          ". Now one rank's input comes late, now another's, by {} on the median of the steps: "
          "make input faster on all of them",
          FormatMicros(static_cast<Value>(more)))};
    }
  }
  if (std::string in_turns = WorkInTurnsText(input, ranks, wait); !in_turns.empty()) {
    return {std::move(in_turns)};
  }
  return SameOrUneven(input, ranks);
}

// What to do about a rank, and whether that is of a known cause.
struct RankRemedy : WaitRemedy {
  bool has_cause = false;
};
RankRemedy OfCause(std::string text) { return {{std::move(text)}, true}; }

// What is left to do about a rank that is late in some steps, of which no op tells more.
RankRemedy HostOrCompare(const RuleInput& input, const RankSteps& rank, const RanksOfRun& others,
                         double wait) {
  if (std::string host = LateHostText(input, rank, others, wait); !host.empty()) {
    return OfCause(std::move(host));
  }
  RanksOfRun all = others;
  all.push_back(&rank);
  if (std::string varying = VaryingWorkText(input, all); !varying.empty()) {
    return {{.text = std::move(varying), .is_of_varying_work = true}};
  }
  const bool has_gpu = AcceleratedSources(input.profile())[rank.source.row()] != 0;
  const std::string_view elsewhere =
      has_gpu ? "its GPU's clocks and temperature" : "what else runs on its host";
  if (HasNoMoreWork(input, rank, others)) {
    return {
        {fmt::format(". It runs each op as often as the other ranks, with inputs of the same "
                     "shapes: look at {} then",
                     elsewhere)}};
  }
  // What JAX compiled is of fixed shapes, and longer samples do not come in one step alone.
  const bool may_differ =
      FrameworkOf(input.profile()) != Framework::kJax && rank.single_waited_for == kUnknown;
  return {{fmt::format(". Compare the work of {} there{} and {}", rank.name,
                       may_differ ? ", such as the lengths of its samples," : "", elsewhere)}};
}

// Of what has no calls of its own, such as a part of a step: whether it hardly takes time in other
// steps.
bool IsRareByTime(const StepCause& cause) {
  constexpr int kHardlyElse = 10;
  const bool is_known = cause.part == StepPart::kHostCompute || cause.is_sleep;
  return is_known && kHardlyElse * cause.in_others < cause.in_slow;
}

// What grew in the steps in which others wait for the rank, and what to do about it.
RankRemedy RemedyOfRank(const RuleInput& input, const RankSteps& rank, const RanksOfRun& others,
                        double wait) {
  const auto timed = SharedStepTimes(input);
  const std::vector<int64_t> work = StepsOfWork(rank);
  const ComparedSteps steps = SplitByNumbers(timed->times, rank.run_index, work);
  if (steps.slow.empty() || steps.others.empty()) return HostOrCompare(input, rank, others, wait);
  const Value excess = MeanWall(steps.slow) - MeanWall(steps.others);
  std::vector<StepCause> causes =
      excess > 0 ? CausesOfSlowSteps(input, steps, excess, rank.source) : std::vector<StepCause>();
  // What it waits itself is not why others wait for it.
  std::erase_if(causes, [](const StepCause& one) {
    return one.part == StepPart::kCollectives || CommunicationOf(one.name) != Communication::kNone;
  });
  if (causes.empty()) return HostOrCompare(input, rank, others, wait);
  const StepCause& cause = causes.front();
  const CallsInSteps calls = CallsOf(input, rank.source, cause.name, steps);
  // Its recording has only the steps in which others wait for it: nothing to compare them with.
  if (calls.others_of == 0) return HostOrCompare(input, rank, others, wait);
  const std::string in_others =
      !calls.IsRareInOthers() || calls.others_with == 0
          ? FormatMicros(cause.in_others)
          : fmt::format("it runs in {} of {}", calls.others_with, calls.others_of);
  const std::string text = fmt::format(". In {} {} takes {} on {}, in its others {}",
                                       work.size() == 1 ? "that step" : "those steps", cause.name,
                                       FormatMicros(cause.in_slow), rank.name, in_others);
  constexpr int kMuchOfIt = 5;
  const bool is_input = cause.part == StepPart::kInput || WaitsForInput(cause.name);
  const bool is_rare = calls.are_known ? calls.IsRareInOthers() : IsRareByTime(cause);
  if (!is_input && is_rare) {
    const Value elsewhere = OnOtherRanks(input, others, work, cause);
    if (kMuchOfIt * elsewhere < cause.in_slow) {
      return OfCause(text + ": do that less often, in the background, or on all ranks at once");
    }
    return OfCause(
        fmt::format("{}, and {} then on the others, which do it, too: see why it takes longer "
                    "there, or do it in the background",
                    text, FormatMicros(elsewhere)));
  }
  const double times_as_long = cause.in_others > 0 ? static_cast<double>(cause.in_slow) /
                                                         static_cast<double>(cause.in_others)
                                                   : 0;
  if (!is_input && calls.Explain(times_as_long)) {
    return OfCause(fmt::format(
        "{}, as it runs {:.1f} times as often there: {} has more work then, such as an evaluation "
        "or longer samples. Do it less often, in the background, or on all ranks at once",
        text, calls.in_slow / calls.in_others, rank.name));
  }
  if (!is_input) {
    RankRemedy remedy = HostOrCompare(input, rank, others, wait);
    remedy.text.insert(0, text);
    return remedy;
  }
  const InputUse use = InputUseOfSources(input.selected, timed->times, {rank.source});
  if (!use.has_pipeline && !use.has_data_loader) {
    return OfCause(text + ": make its input faster");
  }
  return OfCause(text + std::string(InputRemedy(input.profile(), use)));
}

}  // namespace

WaitRemedy RemedyOfChance(const InputOf<JobThresholds>& input, const RanksOfRun& ranks, double all,
                          double wait) {
  constexpr double kMostOfOne = 2.0 / 3;
  if (ranks.size() != 2 || ranks[0]->waited_for > kMostOfOne * all) return {};
  if (!BlocksText(ranks).empty()) return {};
  for (const size_t i : {0, 1}) {
    if (!ranks[i]->source.valid()) return {};
    // Where only comparing is left, what takes longer in steps that are late is no cause.
    if (RemedyOfRank(input, *ranks[i], {ranks[1 - i]}, wait).has_cause) return {};
  }
  WaitRemedy remedy = SameOrUneven(input, ranks);
  remedy.text = fmt::format("{} causes {}, {} {}, each in other steps{}", ranks[0]->name,
                            Percent(ranks[0]->waited_for / all), ranks[1]->name,
                            Percent(ranks[1]->waited_for / all), remedy.text);
  return remedy;
}

WaitRemedy RemedyOfWaits(const InputOf<JobThresholds>& input, const RanksOfRun& ranks, double all,
                         double wait) {
  const RankSteps& most = *ranks.front();
  if (most.waited_for <= all / 2 || !most.source.valid()) {
    if (std::string blocks = BlocksText(ranks); !blocks.empty()) return {std::move(blocks)};
    if (const RanksOfRun late = RanksOfLateHost(ranks, all); !late.empty()) {
      return {StragglersRemedy(input, late, Without(ranks, late))};
    }
    return EvenOut(input, ranks, wait);
  }
  const RankRemedy of_most = RemedyOfRank(input, most, Without(ranks, {&most}), wait);
  if (std::string blocks = BlocksText(ranks); !of_most.has_cause && !blocks.empty()) {
    return {std::move(blocks)};
  }
  WaitRemedy remedy = of_most;
  const RankSteps* const second = SecondLateRank(ranks, all);
  if (second != nullptr && second->source.valid()) {
    const double of_other = wait * second->waited_for / all;
    const WaitRemedy other = RemedyOfRank(input, *second, Without(ranks, {second}), of_other);
    if (remedy.text.find(other.text) == std::string::npos) {
      remedy.text += other.text;
      remedy.is_of_varying_work = remedy.is_of_varying_work && other.is_of_varying_work;
    }
  }
  return remedy;
}

}  // namespace profiler
