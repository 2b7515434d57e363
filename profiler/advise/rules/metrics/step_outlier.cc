#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct OutlierThresholds {
  Threshold stddev = {"stddev", 3,
                      "steps longer than the mean by more than so many deviations are outliers"};
  Threshold n_outliers = {"n_outliers", 10, "no report up to this many of them"};
};

absl::StatusOr<Verdict> JudgeOutliers(const InputOf<OutlierThresholds>& input) {
  Verdict verdict;
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const JobTimes job(input.selected);
  std::map<std::string_view, std::vector<double>> durations;  // by mode
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const std::optional<JobSpan> span = job.SpanOf(StepId(s));
    if (!span.has_value() || profile.steps[StepId(s)].partial) continue;
    durations[job.KeyOf(StepId(s)).kind].push_back(static_cast<double>(span->end - span->begin));
  }
  if (durations.empty()) verdict.lacks = kNoTimedSteps;
  for (const auto& [mode, values] : durations) {
    const Distribution d = Describe(values);
    const double limit = d.mean + input.thresholds.stddev * d.std;
    const auto outliers =
        std::count_if(values.begin(), values.end(), [&](double value) { return value > limit; });
    if (static_cast<double>(outliers) <= input.thresholds.n_outliers) continue;
    verdict.findings.push_back(Warning(
        "step_outliers", "job",
        fmt::format("{} of {} steps of {} take longer than {}, the mean and {:g} deviations. "
                    "Checkpoints, evaluation or input that comes late do that: see what ran "
                    "in them",
                    outliers, d.count, mode, FormatMicros(static_cast<Value>(limit)),
                    input.thresholds.stddev.value),
        "steps -order_by total_us -top 20"));
    break;  // findings on other modes would repeat the id and subject
  }
  return verdict;
}

}  // namespace

extern const Rule kStepOutlier = RuleOf<OutlierThresholds>{
    .name = "StepOutlier",
    .summary =
        "steps of one mode that take much longer than the others (SageMaker Debugger's rule)",
    .run = JudgeOutliers,
    .applies = HasSystemUse,
};

}  // namespace profiler
