#include "profiler/advise/rules/steps/judge/warm_up.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/steps/grown_causes.h"
#include "profiler/advise/rules/steps/judge/stall_text.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/rules/steps/step_variation.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Whether steps at regular intervals are among those that warm up: without
// these, fewer such steps are left than a job has.
bool WarmsUpInPeriod(const JudgedSteps& of) {
  return std::any_of(of.classes.first.begin(), of.classes.first.end(),
                     [&](const StepTime* step) { return of.classes.IsInPeriod(*step); });
}

// What the mean step would take if those that warm up took as long as others
// of their class.
Value MeanAsTheirClass(const JudgedSteps& of) {
  const Value periodic = of.classes.periodic.empty() ? 0 : MedianWall(of.classes.periodic);
  Int128 sum = 0;
  for (const StepTime* step : of.classes.rest) sum += step->wall;
  for (const StepTime* step : of.classes.first) {
    sum += of.classes.IsInPeriod(*step) ? periodic : of.classes.usual;
  }
  return sum / static_cast<int64_t>(of.classes.all.size());
}

// Text such as "steps 7, 11, 15, one in every 4".
std::string EveryText(const JudgedSteps& of) {
  return fmt::format("steps {}, one in every {}", ListedNumbers(of.classes.periodic),
                     of.classes.period->every);
}

// The step up to which those after the warm-up are whole groups of the
// period, or all of them.
int64_t LastOfWholeGroups(const JudgedSteps& of, bool in_period) {
  size_t count = of.classes.rest.size();
  if (in_period) {
    const auto every = static_cast<size_t>(of.classes.period->every);
    if (count >= every) count -= count % every;
  }
  return of.classes.rest[count - 1]->number;
}

// The first recorded steps are rarely those that warm up where steps ran before them that were not
// recorded.
WarmUpVerbs VerbsOf(const JudgedSteps& of, bool are_stalled, bool compiles) {
  if (are_stalled) return {"is slow", "are slow"};
  if (compiles || of.classes.first.front()->number <= 1) return {};
  return {"likely warms up", "likely warm up"};
}

std::string Capitalized(std::string text) {
  text.front() = absl::ascii_toupper(static_cast<unsigned char>(text.front()));
  return text;
}

}  // namespace

absl::StatusOr<Finding> WarmUpFinding(const JudgedSteps& of, double most_share) {
  const bool in_period = WarmsUpInPeriod(of);
  const Value with = MeanWall(of.classes.all),
              without = in_period ? MeanAsTheirClass(of) : MeanWall(of.classes.rest);
  const double less = 1 - static_cast<double>(without) / static_cast<double>(with);
  const bool spoils = less > most_share;
  const StepTimeList longest = LongestOf(of.classes.first, of.classes.usual);
  const bool is_of_period = std::all_of(longest.begin(), longest.end(), [&](const StepTime* step) {
    return of.classes.IsInPeriod(*step);
  });
  const ComparedSteps compared = {longest,
                                  is_of_period ? of.classes.periodic : of.classes.ordinary};
  const Value peers = is_of_period ? MedianWall(of.classes.periodic) : of.classes.usual;
  const std::vector<StepCause> causes =
      CausesOfSlowSteps(of.input, compared, MeanWall(longest) - peers);
  const bool compiles = !causes.empty() && causes.front().part == StepPart::kCompile;
  // A rank that is slow by itself is named: a mean over ranks is the time of none.
  SlowStepCause by_rank;
  if (!compiles) {
    PROFILER_ASSIGN_OR_RETURN(by_rank, CauseByRank(of.input, compared, MeanWall(longest) - peers));
  }
  const bool is_of_rank = by_rank.waited_for.valid() && !by_rank.compiles;
  // A wait of one rank that the others do not have is no warm-up.
  const bool waits_for_input =
      std::any_of(causes.begin(), causes.end(),
                  [](const StepCause& cause) { return cause.part == StepPart::kInput; });
  StallText stall;
  if (!compiles && !is_of_rank) {
    PROFILER_ASSIGN_OR_RETURN(stall, TextOfStalls(of.input, of.classes, compared, peers));
  }
  const std::string& stalls = stall.text;
  // The name of an op begins no sentence.
  const std::string of_causes = stalls.empty() ? CauseText(causes, compared) : "";
  const std::string cause = is_of_rank          ? ". " + Capitalized(by_rank.text.substr(2))
                            : !stalls.empty()   ? ". " + Capitalized(stalls)
                            : of_causes.empty() ? ""
                                                : "; " + of_causes;
  const bool is_one = NumbersOf(of.classes.first).size() == 1;
  const std::string if_not =
      !in_period ? fmt::format("without {} the mean step takes", is_one ? "it" : "them")
                 : fmt::format("if {} took as long as {}, the mean step would take",
                               is_one ? "it" : "they", EveryText(of));
  Finding finding = of.Make(
      "warm_up", WarningIf(spoils && stalls.empty()),
      fmt::format(
          "{}: {} {}, not {} ({:+.0f}%); {}{}",
          WarmUpText(of.classes.first, longest,
                     VerbsOf(of, !stalls.empty() || (is_of_rank && waits_for_input), compiles)),
          if_not, FormatMicros(without), FormatMicros(with), -100 * less,
          MostCompile(of.input, of.classes.rest) ? "most of the others compile, too"
          : in_period                            ? "choose whole groups of the others with -step"
                                                 : "choose the others with -step",
          cause),
      of.classes.first);
  finding.command = of.OpsCommand(
      fmt::format("{}..{}", of.classes.rest.front()->number, LastOfWholeGroups(of, in_period)));
  if (is_of_rank) of.PointAtCause(by_rank, finding);
  return finding;
}

}  // namespace profiler
