#include "profiler/advise/rules/training_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/evidence.h"
#include "profiler/views/distribution.h"

namespace profiler {
namespace {

constexpr std::string_view kNoSteps = "no training step with its times was recorded";

bool IsTimed(const StepRow& step) {
  return step.begin != kUnknown && step.end != kUnknown && step.found_by != StepFoundBy::kWhole;
}

Finding Warn(std::string id, std::string text, std::string command) {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = "job";
  finding.severity = FindingSeverity::kWarning;
  finding.text = std::move(text);
  finding.command = std::move(command);
  return finding;
}

}  // namespace

absl::StatusOr<Verdict> StepOutlier(const RuleInput& input) {
  Verdict verdict;
  const Profile& profile = input.profile;
  std::map<std::string_view, std::vector<double>> durations;  // by mode
  for (const StepRow& step : profile.steps.values()) {
    if (!IsTimed(step)) continue;
    const std::string_view mode =
        step.name.valid() ? profile.strings[step.name] : std::string_view();
    durations[mode].push_back(static_cast<double>(step.end - step.begin));
  }
  if (durations.empty()) verdict.lacks = kNoSteps;
  for (const auto& [mode, values] : durations) {
    const Distribution d = Describe(values);
    const double limit = d.mean + input.threshold("stddev") * d.std;
    const auto outliers =
        std::count_if(values.begin(), values.end(), [&](double value) { return value > limit; });
    if (static_cast<double>(outliers) <= input.threshold("n_outliers")) continue;
    verdict.findings.push_back(
        Warn("step_outliers",
             fmt::format("{} of {} steps of {} take longer than {}, the mean and {:g} deviations. "
                         "Checkpoints, evaluation or input that comes late do that: see what ran "
                         "in them",
                         outliers, d.count, mode, FormatMicros(static_cast<Value>(limit)),
                         input.threshold("stddev")),
             "steps -order_by total_us -top 20"));
    // One finding tells of the job: further modes would have its name.
    break;
  }
  return verdict;
}

absl::StatusOr<Verdict> MaxInitializationTime(const RuleInput& input) {
  constexpr double kPicosPerMinute = 60e12;
  Verdict verdict;
  const Profile& profile = input.profile;
  bool any = false;
  Int128 first = 0;
  for (const StepRow& step : profile.steps.values()) {
    if (!IsTimed(step)) continue;
    const Int128 begin = profile.time_axis.FromStart(step.source, step.begin);
    first = any ? std::min(first, begin) : begin;
    any = true;
  }
  if (!any) {
    verdict.lacks = kNoSteps;
    return verdict;
  }
  const double minutes = static_cast<double>(first) / kPicosPerMinute;
  if (minutes <= input.threshold("threshold")) return verdict;
  verdict.findings.push_back(
      Warn("slow_start",
           fmt::format("the first step begins {:.1f} minutes after the recording: downloading and "
                       "preparing data, or building the model, takes that time on all machines",
                       minutes),
           "phases"));
  return verdict;
}

}  // namespace profiler
