#include "profiler/advise/rules/steps/host/output_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/result_copies.h"
#include "profiler/analysis/ops/op_device_times.h"

namespace profiler {
namespace {

// Such as "3.22 GB to the host".
void AddDirection(const CopySum& sum, int64_t steps, std::string_view where,
                  std::vector<std::string>& told) {
  if (sum.copies == 0) return;
  const std::string bytes =
      sum.bytes > 0 ? fmt::format("{} ", FormatBytesOf(sum.bytes / Value{steps})) : "";
  told.push_back(fmt::format("{}{}", bytes, where));
}

}  // namespace

std::string ResultCopiesText(const StepTimings& timings, const ResultCopies& copies,
                             const PartShare& part) {
  if (copies.device_steps == 0) return "";
  if (!AreCopiesMuch(copies, copies.span, kResultCopyShare, kLeastCopiedBytes)) return "";
  // Devices copy at the same time.
  const Int128 of_step = copies.sum.time / copies.device_steps;
  if (2 * static_cast<double>(of_step) < part.mean_share * timings.mean()) return "";
  return fmt::format(
      ", mostly copies of {} a step{} to memory that is not pinned, {}: see CopyChecker",
      FormatBytesOf(static_cast<Value>(copies.sum.bytes / copies.device_steps)),
      copies.device_steps > copies.steps ? " and device" : "",
      FormatMicros(static_cast<Value>(of_step)));
}

std::vector<double> ProgramCopyTimes(const StepTimings& timings, const ProgramCopies& copies) {
  std::vector<double> times(timings.totals.size());
  const auto add = [&](const std::vector<double>& more) {
    std::transform(times.begin(), times.end(), more.begin(), times.begin(), std::plus<>());
  };
  if (copies.are_most_to_host()) add(timings.Of(StepPart::kOutput));
  if (copies.to_devices.copies > 0) add(timings.model_copies);
  return times;
}

std::string ProgramCopiesText(const Profile& profile, const ProgramCopies& copies) {
  std::vector<std::string> told;
  AddDirection(copies.to_host, copies.device_steps, "to the host", told);
  AddDirection(copies.to_devices, copies.device_steps, "to the device", told);
  const OpId written = WrittenOp(profile, copies.longest);
  return fmt::format(
      " is copying between devices and the host's memory by the compiled program itself ({} a "
      "step, such as {}): neither input nor results, but values that it keeps on the host, such as "
      "offloaded activations or state; offload less, compute activations again instead "
      "(rematerialize), or start the copies earlier, so that more work runs beside them",
      fmt::join(told, " and "), profile.strings[profile.ops.row[written].name]);
}

}  // namespace profiler
