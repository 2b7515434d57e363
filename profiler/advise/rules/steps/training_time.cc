#include "profiler/advise/rules/steps/training_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kNoSteps = "no training step with its times was recorded";

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
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const JobTimes job(input.selected);
  std::map<std::string_view, std::vector<double>> durations;  // by mode
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const std::optional<JobSpan> span = job.SpanOf(StepId(s));
    if (!span.has_value()) continue;
    durations[job.KeyOf(StepId(s)).first].push_back(static_cast<double>(span->end - span->begin));
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
  // The job's first step is it, whichever steps are selected.
  const std::optional<JobSpan> steps = JobTimes(input.selected.WithAllSteps()).Steps();
  if (!steps.has_value()) {
    verdict.lacks = kNoSteps;
    return verdict;
  }
  const double minutes = static_cast<double>(steps->begin) / kPicosPerMinute;
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
