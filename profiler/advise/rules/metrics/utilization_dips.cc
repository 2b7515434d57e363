#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/advise/rules/metrics/stop_findings.h"
#include "profiler/analysis/input/input_code.h"
#include "profiler/analysis/metrics/dip_facts.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/long_stops.h"
#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/metrics/recurrence.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr double kMostSeconds = 1e6;  // so that picoseconds fit 64 bits

struct DipThresholds {
  Threshold below = {"below", 30, "GPUs that are used less than this, in percent, dip"};
  Threshold cpu_below = {"cpu_below", 50,
                         "processors that are used less than this part of their p95, in percent"};
  Threshold share = {"share", 0.05,
                     "dips that take less than this share of the training are not reported", 1};
  Threshold stands_out = {"stands_out", 0.3,
                          "reports what runs more in dips than outside by this share of the time"};
  Threshold stop_s = {"stop_s", 60,
                      "one stop of GPUs that is shorter, in seconds, is not reported"};
  Threshold stop_share = {"stop_share", 0.05,
                          "... or that takes less than this share of the recording", 1};
  Threshold patience = kFewSamples;
};

// Text such as ", every 50 steps (12.00sec)"; empty if the dips do not recur.
std::string HowOften(const DipPattern& pattern) {
  const double picos = pattern.in_time.every;
  const std::string time =
      std::isfinite(picos) ? FormatMicros(static_cast<Value>(std::llround(picos))) : "";
  if (pattern.every_steps == kAbsent) return time.empty() ? "" : ", every " + time;
  const std::string steps = Count(static_cast<size_t>(pattern.every_steps), "step");
  return fmt::format(", every {}{}", steps, time.empty() ? "" : fmt::format(" ({})", time));
}

// Text such as "; Save runs 95% of that time and 2% of the rest"; empty if nothing stands out.
std::string WhatRan(const RanInDips& ran, double stands_out) {
  if (ran.inside - ran.outside <= stands_out) return "";
  return fmt::format("; {} runs {:.0f}% of that time, and {:.0f}% of the rest", ran.name,
                     100 * std::min(1.0, ran.inside), 100 * std::min(1.0, ran.outside));
}

void JudgeDips(const InputOf<DipThresholds>& input, const JobTimes& job, const NodeUse& node,
               std::vector<Finding>& findings) {
  const bool is_gpu = std::any_of(node.gpus.begin(), node.gpus.end(),
                                  [](const NodeUse::Gpu& gpu) { return !gpu.busy.empty(); });
  const std::vector<double> use = is_gpu ? MeanUseOfUsedGpus(node) : node.cpu;
  // A job may use only some of the processors, so the limit is relative.
  const double limit =
      is_gpu ? input.thresholds.below.value : input.thresholds.cpu_below / 100 * Describe(use).p95;
  const NodeDips dips = NodeDipsOf(job, node, use, limit);
  const double share = dips.share();
  constexpr double kTwice = 2;
  if (dips.dips.intervals().size() < 2 || share < input.thresholds.share) return;
  if (dips.outside < kTwice * dips.inside) return;
  const RanInDips ran = MostInDips(input.profile(), node.node, dips);
  // The model itself runs everywhere in a training loop: that it runs then tells nothing.
  const bool is_model = CodeRoleOf(ran.name) == CodeRole::kModel;
  const std::string what_ran = is_model ? "" : WhatRan(ran, input.thresholds.stands_out);
  const std::string how_often = HowOften(dips.pattern);
  if (how_often.empty() && what_ran.empty()) return;  // not actionable
  const std::string_view who = is_gpu ? "GPUs are" : "processors are";
  std::string text = fmt::format(
      "{}{} below {:.0f}% for {:.0f}% of the training, in {} ({:.0f}% then, {:.0f}% else)",
      BeforeSentence(node), who, limit, 100 * share,
      Count(dips.dips.intervals().size(), "interval"), dips.inside, dips.outside);
  // What comes less often than steps do is no part of a step.
  const bool is_in_each_step = dips.pattern.every_steps == 1;
  text += is_in_each_step ? ", in each step" + what_ran : how_often + what_ran;
  text += is_in_each_step
              ? ". In each step they wait for input, for data of other nodes, or for the host"
          : !how_often.empty()
              ? ". Look for what comes so regularly: input that runs dry, callbacks, logging, "
                "checkpoints or evaluation that block the training loop"
              : ". Move it out of the training loop, or to another thread";
  const std::string_view metric = is_gpu ? kGpuUtilization : kCpuUtilization;
  Finding finding = WarnOfMetric(is_in_each_step     ? "dips_in_each_step"
                                 : how_often.empty() ? "dips"
                                                     : "periodic_dips",
                                 node.node, std::move(text), metric);
  finding.command = fmt::format("dips -metric {} -below {:.0f} -format pretty", metric, limit);
  findings.push_back(std::move(finding));
}

absl::StatusOr<Verdict> JudgeAllDips(const InputOf<DipThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const JobTimes job(input.selected);
  PROFILER_ASSIGN_OR_RETURN(
      Verdict verdict,
      JudgeNodes(input, input.thresholds.patience,
                 [&](const NodeUse& node, size_t /*patience*/, std::vector<Finding>& findings) {
                   JudgeDips(input, job, node, findings);
                 }));
  StopLimits limits;
  limits.least = static_cast<int64_t>(std::min(input.thresholds.stop_s.value, kMostSeconds) *
                                      static_cast<double>(kPicosPerSecond));
  limits.share = input.thresholds.stop_share;
  AddStopFindings(input, job, limits, verdict.findings);
  return verdict;
}

}  // namespace

extern const Rule kDipChecker = RuleOf<DipThresholds>{
    .name = "DipChecker",
    .summary =
        "when GPUs, or else processors, are used little while training: how often, what runs then; "
        "and long stops",
    .run = JudgeAllDips,
    .applies = HasSystemUse,
};

}  // namespace profiler
