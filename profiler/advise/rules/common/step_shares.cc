#include "profiler/advise/rules/common/step_shares.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {
namespace {

// Mean and median disagree if one exceeds the other by this factor.
constexpr double kOtherwise = 1.5;

bool Differ(double a, double b) {
  const auto [low, high] = std::minmax(a, b);
  return high > kOtherwise * low;
}

std::string_view StepOf(const StepTimings& timings) {
  if (timings.is_whole) return "the recording";
  if (timings.are_cut) return timings.ids.size() == 1 ? "a cut step" : "cut steps";
  return timings.ids.size() == 1 ? "the step" : "a step";
}

// Text such as "as step 1 takes 137 ms".
std::string WhyMeanDiffers(const Profile& profile, const StepTimings& timings,
                           const PartShare& part) {
  const std::vector<size_t> steps = timings.LongSteps();
  // Without the long steps the mean may differ as much.
  const bool differs_without = Differ(part.share, part.usual_share) &&
                               (part.share < part.mean_share) == (part.share < part.usual_share);
  if (steps.empty() || differs_without) return "as shares differ from step to step";
  const int64_t number = profile.steps[timings.ids[steps.front()]].number;
  if (steps.size() > 1 || number == kUnknown) {
    return fmt::format("as {} take{} more than twice the median", Count(steps.size(), "step"),
                       steps.size() == 1 ? "s" : "");
  }
  return fmt::format("as step {} takes {}", number,
                     FormatMicros(static_cast<Value>(timings.totals[steps.front()])));
}

// With whom steps that are many are compared.
std::string_view TheOthers(const StepTimings& timings, size_t long_steps) {
  return 2 * long_steps >= timings.ids.size() ? "the others" : "most others";
}

}  // namespace

std::string OfStep(const StepTimings& timings, const PartShare& part, std::string_view mean) {
  const auto micros = [](double picos) { return FormatMicros(static_cast<Value>(picos)); };
  std::string text = fmt::format("{:.1f}% of {} (", 100 * part.share, StepOf(timings));
  if (timings.ids.size() > 1 && part.is_of_mean()) {
    text += fmt::format(
        "{} of {} in the mean of {} steps; {} of them take more than twice as long as {}",
        micros(part.mean_share * timings.mean()), micros(timings.mean()), timings.ids.size(),
        part.long_steps, TheOthers(timings, part.long_steps));
  } else if (part.in_steps > 0) {
    text += fmt::format(
        "mean of {} steps without the one with most of it: {} of {}; nearly all of it in {} steps",
        part.of_steps, micros(part.time), micros(part.time / part.share), part.in_steps);
  } else if (timings.ids.size() > 1) {
    const double whole = timings.mean();
    text += fmt::format("median of {} steps; on average {}{} of {}", timings.ids.size(),
                        mean.empty() ? "" : fmt::format("{:.1f}%, ", 100 * part.mean_share),
                        micros(part.mean_share * whole), micros(whole));
    if (!mean.empty()) text += fmt::format(", {}", mean);
  } else {
    text += micros(part.time);
  }
  return text + OfRun(timings) + ")";
}

std::string OfRun(const StepTimings& timings) {
  if (timings.run.empty()) return "";
  return fmt::format(", of {}{}", timings.is_of_mark ? "" : "the run ", timings.run);
}

std::string LongStepsOf(const Profile& profile, const StepTimings& timings) {
  if (const size_t many = timings.ShareOf(timings.totals).long_steps; many > 0) {
    return fmt::format("{} of {} steps take more than twice as long as {}", many,
                       timings.ids.size(), TheOthers(timings, many));
  }
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
  if (std::max(part.share, part.mean_share) < least || part.in_steps > 0) return "";
  if (!Differ(part.share, part.mean_share)) return "";
  return WhyMeanDiffers(profile, timings, part);
}

}  // namespace profiler
