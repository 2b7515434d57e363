#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/torch/anomaly_checks.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct AnomalyThresholds {
  Threshold checked = {"checked", 0.8,
                       "after this share of the functions of backward passes or more gradients are "
                       "asked for NaN, 0 to 1",
                       1};
};

Finding AnomalyFinding(const AnomalyChecks& checks) {
  const int64_t steps = std::max<int64_t>(checks.steps, 1);
  Finding finding = Warning(
      "anomaly_mode", "",
      fmt::format(
          "autograd's anomaly mode is on: it asks the gradients of {} of {} functions of "
          "backward passes for NaN, which takes {} {} on the host, waits for devices included, "
          "and it keeps the Python stack of each op of the forward pass. It is for "
          "debugging: leave out torch.autograd.set_detect_anomaly(True) and "
          "detect_anomaly()",
          checks.checked, checks.functions, FormatMicros(checks.time / steps),
          checks.steps > 0 ? "a step" : "in the recording"),
      "ops -show_name_regexes 'aten::(isnan|ne|any|_is_any_true|item)'");
  if (checks.steps > 0) finding.saves = static_cast<Value>(checks.time / steps);
  return finding;
}

absl::StatusOr<Verdict> JudgeAnomalyMode(const InputOf<AnomalyThresholds>& input) {
  constexpr int64_t kLeastFunctions = 3;  // of fewer a hook may ask
  Verdict verdict;
  PROFILER_ASSIGN_OR_RETURN(const AnomalyChecks checks,
                            AnomalyChecksIn(input.selected, input.context));
  const bool is_on = checks.checked >= kLeastFunctions &&
                     Share(checks.checked, checks.functions) >= input.thresholds.checked;
  if (is_on) verdict.findings.push_back(AnomalyFinding(checks));
  return verdict;
}

bool MayAskForNan(const Profile& profile) {
  return profile.strings.Find("aten::isnan").valid() || profile.strings.Find("aten::ne").valid();
}

}  // namespace

extern const Rule kAnomalyChecker = RuleOf<AnomalyThresholds>{
    .name = "AnomalyChecker",
    .summary = "autograd's anomaly mode in PyTorch, which is for debugging",
    .run = JudgeAnomalyMode,
    .applies = MayAskForNan,
};

}  // namespace profiler
