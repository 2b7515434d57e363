#include "profiler/advise/rules/common/step_shares.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {
namespace {

// Mean and median disagree if one exceeds the other by this factor.
constexpr double kOtherwise = 1.5;

std::string_view StepOf(const StepTimings& timings) {
  if (timings.is_whole) return "the recording";
  if (timings.are_cut) return timings.ids.size() == 1 ? "a cut step" : "cut steps";
  return timings.ids.size() == 1 ? "the step" : "a step";
}

}  // namespace

std::string OfStep(const StepTimings& timings, const PartShare& part) {
  std::string text = fmt::format("{:.1f}% of {} ({}", 100 * part.share, StepOf(timings),
                                 FormatMicros(static_cast<Value>(part.time)));
  if (timings.ids.size() > 1) text += fmt::format(", median of {} steps", timings.ids.size());
  if (!timings.run.empty()) text += fmt::format(", of the run {}", timings.run);
  return text + ")";
}

std::string LongStepsOf(const Profile& profile, const StepTimings& timings) {
  const std::vector<size_t> steps = timings.LongSteps();
  if (steps.empty()) return "";
  const int64_t number = profile.steps[timings.ids[steps.front()]].number;
  if (steps.size() > 1 || number == kUnknown) {
    return fmt::format("{} more than twice as long as the median",
                       steps.size() == 1 ? "1 step is" : fmt::format("{} steps are", steps.size()));
  }
  return fmt::format("step {} takes {}", number,
                     FormatMicros(static_cast<Value>(timings.totals[steps.front()])));
}

std::string MeanOtherwise(const Profile& profile, const StepTimings& timings, const PartShare& part,
                          double least) {
  const auto [low, high] = std::minmax(part.share, part.mean_share);
  if (high < least || high <= kOtherwise * low) return "";
  const std::string why = LongStepsOf(profile, timings);
  return fmt::format("; of the mean step {:.1f}%, as {}", 100 * part.mean_share,
                     why.empty() ? "shares differ from step to step" : why);
}

}  // namespace profiler
