#include "profiler/advise/rules/job/job_waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/advise/rules/steps/input_of_ranks.h"
#include "profiler/advise/rules/steps/input_remedy.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/ops/accelerated_sources.h"
#include "profiler/analysis/time/wall_span.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// The steps in which the rank does the work that others wait for: those in which they wait, or the
// steps before, where that work is at the end, after the last collective.
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

}  // namespace

std::string LateStartText(const Profile& profile, const RanksOfRun& ranks, const RankSteps& most,
                          double wait) {
  if (most.main_waited_for.size() != 1 || most.own_of_steps.empty()) return "";
  const int64_t number = most.main_waited_for.front();
  if (number > most.own_of_steps.front().first) return "";  // not the first step
  std::map<SourceId, Value> begins;
  for (const StepRow& step : profile.steps.values()) {
    if (step.number != number || step.begin == kUnknown) continue;
    begins.emplace(step.source, OnWallScale(profile, step.source, step.begin));
  }
  const auto begin_of = [&](const RankSteps* rank) {
    const auto at = begins.find(rank->source);
    return at == begins.end() ? kAbsent : at->second;
  };
  const Value last = begin_of(&most);
  Value first = last;
  for (const RankSteps* rank : ranks) {
    if (const Value begin = begin_of(rank); begin != kAbsent) first = std::min(first, begin);
  }
  if (last == kAbsent) return "";
  const double in_step = wait * static_cast<double>(most.compared_steps);
  const auto late_by = static_cast<double>(last - first);
  if (late_by < in_step / 2 || late_by > 2 * in_step) return "";
  RanksOfRun late, others;
  for (const RankSteps* rank : ranks) {
    const Value begin = begin_of(rank);
    (begin != kAbsent && 2 * (begin - first) > last - first ? late : others).push_back(rank);
  }
  return fmt::format(
      "nearly all of it in the first step ({}), which {} began {} after the first rank: that is a "
      "late start, as of loading or compiling, and the other steps do not wait so",
      number, NameOfRanks(profile, late, others), FormatMicros(last - first));
}

Report WaitEvidence(const RanksOfRun& ranks, double all) {
  using C = ColumnOf<const RankSteps*>;
  using Row = const RankSteps*;
  return EvidenceOf<Row>(
      {
          C::Number("compared", Unit::kCount, "", "Its collectives that others recorded, too.",
                    &RankSteps::compared),
          C::Number("last", Unit::kCount, "", "Of those, to how many it came last.",
                    &RankSteps::last),
          C::Real("wait_us", Unit::kMicros, "all waits",
                  "In those until the last rank came, a step.",
                  [](Row rank) { return rank->wait / kPicosPerMicro; }),
          C::Real("exposed_wait_us", Unit::kMicros, "", "Of that, while nothing else ran.",
                  [](Row rank) { return rank->exposed_wait / kPicosPerMicro; }),
          C::Real("caused_share", Unit::kShare, "", "Of all waits, those for this rank.",
                  [=](Row rank) { return rank->waited_for / all; }),
      },
      ranks, [](Row rank) { return rank->name; }, "ranks that others wait for less");
}

std::string WaitCauseText(const RankSteps& most, double all) {
  const std::string share = Percent(most.waited_for / all);
  if (most.waited_for <= all / 2) {
    return fmt::format("no rank causes most of it, {} causes {}", most.name, share);
  }
  constexpr size_t kMostListed = 5;
  const std::vector<int64_t>& steps = most.main_waited_for;
  const auto list = [&](const std::vector<int64_t>& numbers) {
    return numbers.size() > kMostListed ? "" : fmt::format(" ({})", fmt::join(numbers, ", "));
  };
  const std::vector<int64_t> work = StepsOfWork(most);
  return fmt::format(
      "{} causes {}, but most of it in only {} of {}{}{}", most.name, share, steps.size(),
      Count(static_cast<size_t>(most.compared_steps), "step"), list(steps),
      work == steps ? "" : fmt::format(", for what it does in the step before{}", list(work)));
}

std::string StepsWaitedForText(const RankSteps& most) {
  const int64_t waited_for = most.waited_for_steps, communicate = most.compared_steps;
  const auto steps = static_cast<int64_t>(most.whole.count);
  const std::string all = Count(static_cast<size_t>(communicate), "step");
  if (steps <= communicate) return fmt::format("{} of {}", waited_for, all);
  if (communicate == 1) return fmt::format("the one step that communicates (of {})", steps);
  const std::string which = waited_for < communicate ? fmt::format("{} of the {}", waited_for, all)
                            : communicate == 2       ? "both steps"
                                                     : "all " + all;
  return fmt::format("{} that communicate (of {})", which, steps);
}

std::string HidesLessText(const RankSteps& most, const RanksOfRun& others, double wait) {
  std::vector<double> exchanges;
  for (const RankSteps* rank : others) {
    if (!std::isnan(rank->exchange)) exchanges.push_back(rank->exchange);
  }
  if (exchanges.empty()) return "";
  const double usual = UpperMedian(exchanges);
  // False if the rank's values are NaN.
  const bool hides_less =
      most.exchange - usual >= wait / 2 && most.own - most.middle_own < wait / 4;
  if (!hides_less) return "";
  return fmt::format(
      ". Its own work takes no longer, but it starts collectives only after its computing, while "
      "the "
      "others start theirs earlier: {} a step of its exchange is exposed, {} on the median of the "
      "others. Start them as early as the others do (FSDP's prefetch, a stream for communication)",
      FormatMicros(static_cast<Value>(most.exchange)), FormatMicros(static_cast<Value>(usual)));
}

// Where now one rank and now another one causes the waits for several steps in a row: who, and in
// which steps; else "". Work that is uneven by chance does not stay with a rank.
static std::string BlocksText(const RanksOfRun& ranks) {
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

// Where no rank causes most of the waits, of `wait` a step.
static std::string EvenOutText(const InputOf<JobThresholds>& input, uint32_t run_index,
                               double wait) {
  constexpr std::string_view kEvenOut =
      ". Even out their work, such as the lengths of their samples";
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (!timings.ok()) return std::string(kEvenOut);
  const auto run = std::find_if((*timings)->begin(), (*timings)->end(),
                                [&](const StepTimings& one) { return one.run_index == run_index; });
  if (run == (*timings)->end()) return std::string(kEvenOut);
  const double more = InputOfLastRank(input, SharedStepTimes(input)->runs, *run);
  if (2 * more < wait) return std::string(kEvenOut);
  return fmt::format(
      ". Now one rank's input comes late, now another's, by {} on the median of the steps: make "
      "input faster on all of them",
      FormatMicros(static_cast<Value>(more)));
}

std::string RemedyOfWaits(const InputOf<JobThresholds>& input, const RanksOfRun& ranks, double all,
                          double wait) {
  const RankSteps& most = *ranks.front();
  if (most.waited_for <= all / 2 || !most.source.valid()) {
    if (std::string blocks = BlocksText(ranks); !blocks.empty()) return blocks;
    return EvenOutText(input, most.run_index, wait);
  }
  const bool has_gpu = AcceleratedSources(input.profile())[most.source.row()] != 0;
  std::string compare = fmt::format(
      ". Compare the work of {} there, such as the lengths of its samples{}", most.name,
      has_gpu ? ", and its GPU's clocks and temperature" : ", and what else runs on its host");
  const auto timed = SharedStepTimes(input);
  ComparedSteps steps;
  Int128 slow = 0, others = 0;
  const std::vector<int64_t> work = StepsOfWork(most);
  for (const StepTime& time : timed->times) {
    if (time.run != most.run_index) continue;
    const bool is_slow = std::binary_search(work.begin(), work.end(), time.number);
    (is_slow ? steps.slow : steps.others).push_back(&time);
    (is_slow ? slow : others) += time.wall;
  }
  if (steps.slow.empty() || steps.others.empty()) return compare;
  const auto excess = static_cast<Value>(slow / static_cast<int64_t>(steps.slow.size()) -
                                         others / static_cast<int64_t>(steps.others.size()));
  const std::vector<StepCause> causes = CausesOfSlowSteps(input, steps, excess, most.source);
  if (excess <= 0 || causes.empty()) return compare;
  const StepCause& cause = causes.front();
  const std::string text =
      fmt::format(". There {} takes {} on {}, in its other steps {}", cause.name,
                  FormatMicros(cause.in_slow), most.name, FormatMicros(cause.in_others));
  constexpr int kHardlyElse = 10;
  const bool is_input = cause.part == StepPart::kInput || WaitsForInput(cause.name);
  if (cause.part == StepPart::kHostCompute && !is_input &&
      kHardlyElse * cause.in_others < cause.in_slow) {
    return text + ": do that less often, in the background, or on all ranks at once";
  }
  if (!is_input) return text + compare;
  const InputUse use = InputUseOfSources(input.selected, timed->times, {most.source});
  if (!use.has_pipeline && !use.has_data_loader) return text + ": make its input faster";
  return text + std::string(InputRemedy(input.profile(), use));
}

}  // namespace profiler
