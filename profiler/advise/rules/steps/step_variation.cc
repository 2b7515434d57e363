#include "profiler/advise/rules/steps/step_variation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/steps/step_patterns.h"

namespace profiler {
namespace {

// Of fewer steps that vary much, the median is uncertain.
constexpr size_t kFewSteps = 20;

std::string MedianText(const std::vector<double>& times) {
  return FormatMicros(static_cast<Value>(CenterOf(times).median));
}

// The time in which each step compiles.
std::map<StepId, double> CompilingTimes(const RuleInput& input) {
  std::map<StepId, double> compiling;
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (!timings.ok()) return compiling;
  for (const StepTimings& run : **timings) {
    const std::vector<double>& times = run.Of(StepPart::kCompile);
    for (size_t i = 0; i < run.ids.size(); ++i) compiling[run.ids[i]] = times[i];
  }
  return compiling;
}

// What the steps take without compiling, if that explains why they vary. HostChecker warns of it.
// Between steps that compile and steps that do not no time is typical.
VariationFacts WithoutCompiling(const RuleInput& input, const StepTimeList& steps) {
  const std::map<StepId, double> compiling = CompilingTimes(input);
  std::vector<double> walls = WallsOf(steps), others = walls, with, without;
  for (size_t i = 0; i < others.size(); ++i) {
    for (const StepId id : steps[i]->steps) {
      const auto of_step = compiling.find(id);
      if (of_step == compiling.end() || of_step->second <= 0) continue;
      others[i] = std::max(others[i] - of_step->second, 0.0);
      with.push_back(walls[i]);
      break;
    }
    if (others[i] == walls[i]) without.push_back(walls[i]);
  }
  const double spread = SummaryOf(walls).deviation, left = SummaryOf(others).deviation;
  if (with.empty() || 2 * left > spread) return {};
  if (without.empty()) {
    return {fmt::format("{}, as all of them compile: all else in a step takes {}",
                        SteadyText(input.profile(), steps), MedianText(others)),
            true, MedianWall(steps)};
  }
  // What tracing leaves to do is in it, so a step that does not compile may take less.
  return {fmt::format("{} of {} compile and take {}, the others {} (medians)", with.size(),
                      Count(steps.size(), "ordinary step"), MedianText(with), MedianText(without)),
          true, static_cast<Value>(CenterOf(without).median)};
}

// The runs of the framework's ops in a step, in the mean.
double OpsPerStep(const Profile& profile, const StepTimeList& steps) {
  std::set<StepId> ids;
  for (const StepTime* step : steps) ids.insert(step->steps.begin(), step->steps.end());
  Int128 all = 0;
  profile.execs().row.ForEachOf(
      [&](StepId step, OpId op, int64_t runs) {
        const bool counts = runs > 0 && op.valid() && ids.contains(step);
        if (counts && IsFrameworkOp(profile, op)) all += runs;
      },
      &ExecRow::step, &ExecRow::op, &ExecRow::runs);
  return static_cast<double>(all) / static_cast<double>(steps.size());
}

// Where all but a few steps take alike, and these take less than half of that, as those do whose
// input was there before.
VariationFacts WithoutBrief(const Profile& profile, const StepTimeList& steps, double most) {
  const Value usual = MedianWall(steps);
  StepTimeList brief, others;
  for (const StepTime* step : steps) (2 * step->wall < usual ? brief : others).push_back(step);
  const bool are_few = !brief.empty() && 3 * brief.size() <= others.size();
  if (!are_few || VariationOf(WallsOf(others)) > most) return {};
  const bool is_one = NumbersOf(brief).size() == 1;
  constexpr double kSameOps = 0.02;  // as steps that end with an optimizer's differ
  const double ops = OpsPerStep(profile, brief), of_others = OpsPerStep(profile, others);
  const bool are_same = ops > 0 && std::abs(ops - of_others) <= kSameOps * of_others;
  std::string text = fmt::format(
      "{}; {} {} far less, {}{}", SteadyText(profile, others), is_one ? "step" : "steps",
      NumbersText(brief) + (is_one ? " takes" : " take"), FormatMicros(MedianWall(brief)),
      are_same ? ", with as many ops: what else ran on the machine may have slowed the others"
      : is_one ? ": see what it does not do"
               : ": see what they do not do");
  return {std::move(text), true, MedianWall(others)};
}

// `noun` is what a step of these is called.
std::string VariationText(const Profile& profile, const StepTimeList& steps,
                          std::string_view noun) {
  return fmt::format("a step takes {} (median of {}); the standard deviation is {} of the mean",
                     FormatMicros(MedianWall(steps)),
                     Count(CountSteps(profile, steps), std::string(noun)),
                     Percent(VariationOf(WallsOf(steps))));
}

// How far the steps are apart, and what to compare instead of single ones.
std::string SpreadText(const StepTimeList& steps) {
  const auto [least, most] =
      std::minmax_element(steps.begin(), steps.end(),
                          [](const StepTime* a, const StepTime* b) { return a->wall < b->wall; });
  return fmt::format(
      ", from {} to {}: {}", FormatMicros((*least)->wall), FormatMicros((*most)->wall),
      steps.size() < kFewSteps ? "so few steps tell the typical one only roughly; record more"
                               : "compare medians over many steps, not single ones");
}

}  // namespace

bool MostCompile(const RuleInput& input, const StepTimeList& steps) {
  const std::map<StepId, double> compiling = CompilingTimes(input);
  const auto compiles = [&](const StepTime* step) {
    return std::any_of(step->steps.begin(), step->steps.end(), [&](StepId id) {
      const auto at = compiling.find(id);
      return at != compiling.end() && at->second > 0;
    });
  };
  const auto count = std::count_if(steps.begin(), steps.end(), compiles);
  return 2 * count > std::ssize(steps);
}

std::string SteadyText(const Profile& profile, const StepTimeList& steps) {
  return VariationText(profile, steps, "ordinary step");
}

VariationFacts UnsteadySteps(const RuleInput& input, const StepTimeList& steps, double most) {
  if (VariationFacts facts = WithoutCompiling(input, steps); !facts.text.empty()) return facts;
  if (VariationFacts facts = WithoutBrief(input.profile(), steps, most); !facts.text.empty())
    return facts;
  // Of these no step is an ordinary one.
  return {VariationText(input.profile(), steps, "step") + SpreadText(steps), false,
          MedianWall(steps)};
}

}  // namespace profiler
