#include "profiler/advise/rules/job/job_waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/late/late_work.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/time/wall_span.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {

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
          C::Real("exposed_wait_us", Unit::kMicros, "",
                  "Time in which it only waits for other ranks, a step.",
                  [](Row rank) { return rank->exposed_wait / kPicosPerMicro; }),
          C::Real("caused_share", Unit::kShare, "", "Of all waits, those for this rank.",
                  [=](Row rank) { return rank->waited_for / all; }),
      },
      ranks, [](Row rank) { return rank->name; }, "ranks that others wait for less");
}

namespace {

// Text such as " (14 to 23)"; "" for many that do not follow each other.
std::string NumbersIn(const std::vector<int64_t>& numbers) {
  constexpr size_t kMostListed = 5;
  const auto count = static_cast<int64_t>(numbers.size());
  if (numbers.size() > 2 && Int128{numbers.back()} - numbers.front() + 1 == count) {
    return fmt::format(" ({} to {})", numbers.front(), numbers.back());
  }
  return numbers.size() > kMostListed ? "" : fmt::format(" ({})", fmt::join(numbers, ", "));
}

// "most of it in only 10 of 24 steps (14 to 23), for what it does in the step before"
std::string InWhichSteps(const RankSteps& rank) {
  const std::vector<int64_t> steps = StepsWaitedFor(rank);
  const std::vector<int64_t> work = StepsOfWork(rank);
  if (rank.single_waited_for != kUnknown && rank.compared_steps > 1) {
    return fmt::format("most of it in step {} alone{}", steps.front(),
                       work == steps || work.empty()
                           ? ""
                           : fmt::format(", for what it does in step {}", work.front()));
  }
  return fmt::format(
      "most of it in only {} of {}{}{}", steps.size(),
      Count(static_cast<size_t>(rank.compared_steps), "step"), NumbersIn(steps),
      work == steps ? "" : fmt::format(", for what it does in the step before{}", NumbersIn(work)));
}

}  // namespace

std::string WaitCauseText(const RanksOfRun& ranks, double all) {
  const RankSteps& most = *ranks.front();
  const std::string share = Percent(most.waited_for / all);
  if (most.waited_for <= all / 2) {
    if (const RanksOfRun late = RanksOfLateHost(ranks, all); !late.empty()) {
      double caused = 0;
      for (const RankSteps* rank : late) caused += rank->waited_for;
      return fmt::format("the ranks of {} cause {} of it; compare hosts", late.front()->host,
                         Percent(caused / all));
    }
    return fmt::format("no rank causes most of it, {} causes {}", most.name, share);
  }
  std::string text = fmt::format("{} causes {}, but {}", most.name, share, InWhichSteps(most));
  if (const RankSteps* second = SecondLateRank(ranks, all); second != nullptr) {
    text += fmt::format("; {} causes {}, {}", second->name, Percent(second->waited_for / all),
                        InWhichSteps(*second));
  }
  return text;
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

std::string HidesLessText(const RankSteps& most, const RanksOfRun& others, double wait,
                          Framework framework) {
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
  const bool is_one = exchanges.size() == 1;
  const std::string other = fmt::format("other {}", NounOf(most));
  const bool is_of_torch = framework == Framework::kPyTorch || framework == Framework::kUnknown;
  return fmt::format(
      ". Its own work takes no longer, but it starts collectives only after its computing, while "
      "the {} earlier: {} a step of its exchange is exposed, {} on the {}. Start them as early as "
      "the {}{}",
      is_one ? other + " starts its own" : "others start theirs",
      FormatMicros(static_cast<Value>(most.exchange)), FormatMicros(static_cast<Value>(usual)),
      is_one ? other : "median of the others", is_one ? other + " does" : "others do",
      is_of_torch ? " (FSDP's prefetch, a stream for communication)" : "");
}

}  // namespace profiler
