#include <fmt/format.h>

#include <optional>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/phases/phase_times.h"

namespace profiler {
namespace {

struct StartThresholds {
  Threshold threshold = {"threshold", 20, "it begins later than this, in minutes"};
};

absl::StatusOr<Verdict> JudgeStart(const InputOf<StartThresholds>& input) {
  constexpr double kPicosPerMinute = 60e12;
  Verdict verdict;
  // The first step of the job, even if -step selects other steps.
  const JobTimes times(input.selected.WithAllSteps());
  const std::optional<JobSpan> steps = times.Steps(), recorded = times.Recorded();
  if (!steps.has_value() || !recorded.has_value()) {
    verdict.lacks = kNoTimedSteps;
    return verdict;
  }
  // SageMaker's timelines are of the whole job. Other recorders may begin in its middle: what was
  // before, while another program recorded metrics, may have been steps, too.
  const Int128 start = HasPhases(input.profile()) ? Int128(0) : recorded->begin;
  const double minutes = static_cast<double>(steps->begin - start) / kPicosPerMinute;
  if (minutes <= input.thresholds.threshold) return verdict;
  verdict.findings.push_back(Warning(
      "slow_start", "job",
      fmt::format("the first step begins {:.1f} minutes after the recording: downloading and "
                  "preparing data, or building the model, takes that time on all machines",
                  minutes),
      "phases"));
  return verdict;
}

}  // namespace

extern const Rule kMaxInitializationTime = RuleOf<StartThresholds>{
    .name = "MaxInitializationTime",
    .summary = "a long time before the first step (SageMaker Debugger's rule)",
    .run = JudgeStart,
    .applies = HasSystemUse,
};

}  // namespace profiler
