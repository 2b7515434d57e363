#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/phases/sleeps.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct SleepThresholds {
  Threshold share = {"share", 0.05,
                     "Python sleeps or waits for this share of a step or more, 0 to 1", 1};
};

Report SleepEvidence(const Profile& profile, const std::vector<Sleep>& sleeps) {
  using C = ColumnOf<Sleep>;
  return EvidenceOf<Sleep>(
      {
          C::Text("call", "", "What sleeps or waits there.",
                  [&](const Sleep& sleep) { return CallText(profile, sleep.call); }),
          C::Number("total_us", Unit::kMicros, "", "Over all steps and threads.", &Sleep::time),
      },
      sleeps, [&](const Sleep& sleep) { return CallText(profile, sleep.caller); },
      "functions that sleep less", kLittleEvidence);
}

std::string_view Remedy(const Profile& profile, bool is_sleep) {
  if (is_sleep) return "do it less often, or beside the steps";
  return FrameworkOf(profile) == Framework::kPyTorch
             ? "torch.profiler records the thread that starts it, so look at what the others do"
             : "look at what the others do";
}

Finding FindingOf(const Profile& profile, const StepTimings& timings, const PartShare& part,
                  const std::vector<Sleep>& sleeps) {
  const Sleep& most = sleeps.front();
  const std::string_view call = CallText(profile, most.call);
  const bool is_sleep = call.find("sleep") != std::string_view::npos;
  Finding finding = Warning(
      "sleeps", timings.run,
      fmt::format("{}: Python {}, most of it in {} ({}), and nothing else was recorded then: {}",
                  OfStep(timings, part, MeanOfPart(part)),
                  is_sleep ? "sleeps" : "waits for another thread or process",
                  CallText(profile, most.caller), call, Remedy(profile, is_sleep)),
      fmt::format("trace -show_name_regexes {} -order_by duration_us -top 10",
                  QuoteWord(".*" + NameRegex(CallText(profile, most.caller)))));
  finding.share = part.share;
  // What others do meanwhile may take as long without the wait.
  if (is_sleep && !timings.is_whole) finding.saves = static_cast<Value>(MeanOf(timings.sleeps));
  finding.evidence.push_back(SleepEvidence(profile, sleeps));
  return finding;
}

absl::StatusOr<Verdict> JudgeSleep(const InputOf<SleepThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  PROFILER_ASSIGN_OR_RETURN(const auto runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  Verdict verdict;
  std::vector<Sleep> sleeps;
  for (const StepTimings& run : *runs) {
    if (!run.is_known()) continue;
    const PartShare part = run.ShareOf(run.sleeps);
    if (part.share < input.thresholds.share) continue;
    if (sleeps.empty()) sleeps = SleepsInSteps(input.selected);
    if (sleeps.empty()) break;
    verdict.findings.push_back(FindingOf(input.profile(), run, part, sleeps));
  }
  return verdict;
}

bool HasPython(const Profile& profile) { return profile.strings.Find("PythonFunction").valid(); }

}  // namespace

extern const Rule kSleepChecker = RuleOf<SleepThresholds>{
    .name = "SleepChecker",
    .summary = "Python that sleeps or waits for a thread, while nothing else runs",
    .run = JudgeSleep,
    .applies = HasPython,
};

}  // namespace profiler
