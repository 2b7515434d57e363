#include "profiler/compare/page/sentences/precision_change.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string_view>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/compare/stats/median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The typical step's times of computing on devices, in microseconds.
struct ComputeTimes {
  double in_16 = 0, in_32 = 0;

  explicit ComputeTimes(const Side& side)
      : in_16(Of(side, StepPart::kDeviceCompute16)), in_32(Of(side, StepPart::kDeviceCompute32)) {}

 private:
  static double Of(const Side& side, StepPart part) {
    return MedianOf(side.parts[static_cast<size_t>(part)].times);
  }
};

// Whether ops that both profiles have make up most of the step's change: else other ops run.
bool DoSameOpsChange(const Change& step, const std::vector<DiffRow>& ops) {
  constexpr double kMost = 0.5;
  double delta = 0;
  for (const DiffRow& row : ops) {
    if (!std::isnan(row.change.base) && !std::isnan(row.change.next)) delta += row.change.delta;
  }
  return delta / step.delta >= kMost;
}

std::string_view WhatSetsPrecision(Framework framework) {
  switch (framework) {
    case Framework::kPyTorch:
      return "the dtypes of the model and its input, and torch.autocast";
    case Framework::kJax:
      return "the dtypes of parameters and inputs, and jax_default_matmul_precision";
    case Framework::kTensorFlow:
      return "the policy of keras.mixed_precision, and the dtypes of variables and inputs";
    case Framework::kUnknown:
      break;
  }
  return "the dtypes of parameters and inputs";
}

std::string ComputeTimeText(double micros) { return ScaledText(micros, Unit::kMicros); }

}  // namespace

std::string PrecisionSentence(const Change& step, const Side& base, const Side& next,
                              const std::vector<DiffRow>& ops) {
  constexpr double kMuch = 0.2;          // of the time of computing
  constexpr double kAboutAll = 0.8;      // 32 bits do not take less than 16
  constexpr double kTensorCores = 0.05;  // and 16 bits hardly less than a twentieth
  if (base.lacks_device_times() || next.lacks_device_times()) return "";
  const ComputeTimes before(base), after(next);
  const double all = before.in_16 + before.in_32;
  const double less_16 = before.in_16 - after.in_16, less_32 = before.in_32 - after.in_32;
  const bool is_wider =
      step.verdict == Verdict::kSlower && less_16 > kMuch * all && -less_32 >= kAboutAll * less_16;
  const bool is_narrower = step.verdict == Verdict::kFaster && less_32 > kMuch * all &&
                           -less_16 >= kTensorCores * less_32;
  if (!(is_wider || is_narrower) || !DoSameOpsChange(step, ops)) return "";
  const std::string times = fmt::format(
      "a step has {} in 32 bits, before {}, and {} in 16, before {}", ComputeTimeText(after.in_32),
      ComputeTimeText(before.in_32), ComputeTimeText(after.in_16), ComputeTimeText(before.in_16));
  if (is_narrower) {
    return fmt::format("Devices compute in 16 bits what they computed in 32: {}", times);
  }
  return fmt::format("Devices compute in 32 bits what they computed in 16: {}. Look at {}", times,
                     WhatSetsPrecision(FrameworkOf(next.profile())));
}

}  // namespace profiler
