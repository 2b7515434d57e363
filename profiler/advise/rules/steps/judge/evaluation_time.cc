#include "profiler/advise/rules/steps/judge/evaluation_time.h"

#include <fmt/format.h>

#include <cstddef>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/steps/kinds/step_marks.h"
#include "profiler/base/int128.h"

namespace profiler {

std::optional<Finding> EvaluationFinding(const Profile& profile, const std::vector<StepKind>& kinds,
                                         const std::string& run) {
  constexpr double kLeast = 0.1;  // of the time of all steps
  Int128 time = 0, all = 0;
  size_t steps = 0, all_steps = 0;
  for (const StepKind& kind : kinds) {
    const bool is_evaluation = PurposeOf(kind.mark) == StepPurpose::kEvaluation;
    const size_t count = CountSteps(profile, kind.steps);
    all_steps += count;
    steps += is_evaluation ? count : 0;
    for (const StepTime* const step : kind.steps) {
      all += step->wall;
      time += is_evaluation ? step->wall : 0;
    }
  }
  const double share = all > 0 ? ShareOf(time, all) : 0;
  if (share < kLeast || steps == all_steps) return std::nullopt;
  Finding finding;
  finding.id = "evaluation_time";
  finding.subject = run;
  finding.share = share;
  finding.text = fmt::format(
      "evaluation takes {}, {:.0f}% of the time of the recorded steps ({} of {}): if that is too "
      "much, evaluate less often or on fewer samples",
      FormatMicros(static_cast<Value>(time)), 100 * share, steps, all_steps);
  finding.command = "phases";
  return finding;
}

}  // namespace profiler
