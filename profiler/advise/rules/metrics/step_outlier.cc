#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct OutlierThresholds {
  Threshold stddev = {"stddev", 3,
                      "steps longer than the mean by more than so many deviations are outliers"};
  Threshold share = {"share", 0.1,
                     "steps longer than the mean by at most so much of it are no outliers"};
  Threshold n_outliers = {"n_outliers", 10, "no report up to this many of them"};
};

absl::StatusOr<Verdict> JudgeOutliers(const InputOf<OutlierThresholds>& input) {
  Verdict verdict;
  const Profile& profile = input.profile();
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const JobTimes job(input.selected);
  std::map<StepKey, Int128> longest;  // of the nodes that take a step together
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const std::optional<JobSpan> span = job.SpanOf(StepId(s));
    if (!span.has_value() || profile.steps[StepId(s)].partial) continue;
    Int128& of_step = longest[job.KeyOf(StepId(s))];
    of_step = std::max(of_step, span->end - span->begin);
  }
  std::map<std::string_view, std::vector<double>> durations;  // by mode
  for (const auto& [step, duration] : longest) {
    durations[step.kind].push_back(static_cast<double>(duration));
  }
  if (durations.empty()) verdict.lacks = kNoTimedSteps;
  for (const auto& [mode, values] : durations) {
    const Distribution d = Describe(values);
    const double by_share = (1 + input.thresholds.share) * d.mean;
    const double by_deviation = d.mean + input.thresholds.stddev * d.std;
    const double limit = std::fmax(by_share, by_deviation);
    const auto outliers =
        std::count_if(values.begin(), values.end(), [&](double value) { return value > limit; });
    if (static_cast<double>(outliers) <= input.thresholds.n_outliers) continue;
    const std::string what =
        by_share > by_deviation
            ? Percent(1.0 + input.thresholds.share) + " of the mean"
            : fmt::format("the mean and {:g} deviations", input.thresholds.stddev.value);
    verdict.findings.push_back(Warning(
        "step_outliers", "job",
        fmt::format("{} of {} steps of {} take longer than {}, {}. Checkpoints, evaluation or "
                    "input that comes late do that: see what ran in them",
                    outliers, d.count, mode, FormatMicros(static_cast<Value>(limit)), what),
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
