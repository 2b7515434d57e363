#include "profiler/advise/rules/steps/input/beside_text.h"

#include <fmt/format.h>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/base/value.h"

namespace profiler {

std::string InputBesideText(const JudgedInput& input) {
  constexpr double kHalfACore = 0.5, kLeastCompute = 0.2;  // of a step
  const InputWorkBeside& beside = input.beside;
  if (input.has_accelerators || LacksDeviceTimes(input.profile)) return "";
  if (beside.of_steps() < kHalfACore) return "";
  const PartShare compute = input.timings.ShareOf(input.timings.Of(StepPart::kHostCompute));
  if (compute.mean_share < kLeastCompute) return "";
  const auto steps = static_cast<double>(input.timings.totals.size());
  return fmt::format(
      ". Beside the steps the pipeline's ops work {} a step of {} (means, all threads together; "
      "{:.0f}% in {}), on the cores that the steps compute on: where these are few, the step's own "
      "ops wait for one, and making batches cheaper, or once before training, shortens them",
      FormatMicros(static_cast<Value>(static_cast<double>(beside.time) / steps)),
      FormatMicros(static_cast<Value>(input.timings.mean())),
      100 * ShareOf(beside.of_top, beside.time), input.profile.strings[beside.top]);
}

}  // namespace profiler
