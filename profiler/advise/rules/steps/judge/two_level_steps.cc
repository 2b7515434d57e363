#include "profiler/advise/rules/steps/judge/two_level_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/steps/grown_causes.h"
#include "profiler/advise/rules/steps/slow_step_cause.h"
#include "profiler/advise/rules/steps/step_list.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/phases/only_in_steps.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/time/two_levels.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr SideWords kSides = {"in the long ones", "in the others"};

bool HasLoaderWithWorkers(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    return op.name.valid() && WaitsForWorkers(profile.strings[op.name]);
  });
}

// Text such as "20 of 40 steps take about 629 ms, the others about 20 ms, and every second step is
// long".
std::string LevelsText(const Profile& profile, const ComparedSteps& levels, size_t all,
                       bool in_turn) {
  return fmt::format(
      "{} of {} take about {}, the others about {}{}", CountSteps(profile, levels.slow),
      Count(all, "step"), FormatMicros(MedianWall(levels.slow)),
      FormatMicros(MedianWall(levels.others)),
      in_turn ? ", every second step: no time is typical, so compare means over pairs of steps"
              : ": no time is typical, so compare means");
}

// What makes the long steps long, and whether that is a fault that no other rule tells.
std::pair<std::string, bool> WhyLong(const JudgedSteps& of, const ComparedSteps& levels,
                                     const std::vector<StepCause>& causes, Value excess) {
  const auto only = MostOnlyIn(of.input.selected, levels);
  if (only && kLeastOfSlowness * only->time >= excess) {
    return {fmt::format("; only in the long ones runs {}, for {}", only->name,
                        FormatMicros(only->time)),
            false};
  }
  if (causes.empty()) return {"", true};
  std::string text = "; " + CauseText(causes, levels, kSides);
  const bool is_input = causes.front().part == StepPart::kInput;
  if (is_input && HasLoaderWithWorkers(of.input.profile())) {
    text +=
        ". So it is where workers of a DataLoader have batches ready at the same time: one step "
        "waits, and the next ones find theirs. The mean is the time in which the workers together "
        "make a batch";
  }
  return {std::move(text), !is_input};
}

}  // namespace

absl::StatusOr<std::optional<Finding>> TwoLevelFinding(JudgedSteps& of, double most_variation) {
  const StepTimeList& steps = of.classes.rest;
  if (VariationOf(WallsOf(steps)) <= most_variation) return std::nullopt;
  const auto found = FindTwoLevels(WallsOf(steps));
  if (!found || !of.classes.periodic.empty() || of.classes.rare) return std::nullopt;
  ComparedSteps levels;
  for (size_t i = 0; i < steps.size(); ++i) {
    (found->is_high[i] != 0 ? levels.slow : levels.others).push_back(steps[i]);
  }
  const Value excess = MeanWall(levels.slow) - MedianWall(levels.others);
  PROFILER_ASSIGN_OR_RETURN(const SlowStepCause by_rank,
                            CauseByRank(of.input, levels, excess, &kSides));
  const std::vector<StepCause> causes = CausesOfSlowSteps(of.input, levels, excess);
  const bool compiles = !causes.empty() && causes.front().part == StepPart::kCompile;
  if (compiles || by_rank.compiles) return std::nullopt;
  const auto [why, is_fault] =
      by_rank.text.empty() ? WhyLong(of, levels, causes, excess) : std::pair(by_rank.text, true);
  of.classes.ordinary = steps;
  of.classes.outliers.clear();
  of.classes.usual = MeanWall(steps);
  Finding finding = of.Make("unsteady_steps", WarningIf(is_fault),
                            LevelsText(of.input.profile(), levels,
                                       CountSteps(of.input.profile(), steps), found->in_turn) +
                                why,
                            steps);
  finding.command = "steps -select total_us,input_us,host_compute_us,other_us";
  finding.lacks_cause = is_fault && why.empty();
  of.PointAtCause(by_rank, finding);
  return finding;
}

}  // namespace profiler
