#include "profiler/advise/rules/accelerators/idle_waits.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "profiler/advise/rules/common/step_shares.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/work/idle_in_waits.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/base/status.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The mean time from one event of the run's devices to the next, if they are as close as those of
// a stream that has more to do.
std::optional<Value> ShortGap(const std::vector<DeviceBusy>& devices, uint32_t run) {
  constexpr Value kShort = Value{10} * kPicosPerMicro;
  Int128 idle = 0;
  int64_t events = 0;
  for (const DeviceBusy& device : devices) {
    if (device.run != run) continue;
    idle += device.span - device.busy;
    events += device.events;
  }
  const bool are_short = events > 0 && idle <= Int128{kShort} * events;
  return are_short ? std::optional(static_cast<Value>(idle / events)) : std::nullopt;
}

// Of waits that are told as what leaves devices idle.
std::string_view WhyIdleInWaits(const IdleInWaits& idle) {
  if (idle.all <= 0) return "no device works meanwhile";
  return 2 * idle.at_end > idle.all
             ? "no device works meanwhile: it is what results take to reach the host"
             : "no device works meanwhile: most of that is before and between pieces of its work, "
               "where `idle` shows the gaps";
}

std::string WhyIdle(const std::vector<DeviceBusy>& devices, const StepTimings& timings) {
  const bool has_device_work = MeanOf(timings.Of(StepPart::kDeviceCompute16)) > 0 ||
                               MeanOf(timings.Of(StepPart::kDeviceCompute32)) > 0;
  if (!has_device_work) {
    return "nothing was recorded that computes them: kernels were not recorded, or another process "
           "has the processors";
  }
  if (const std::optional<Value> gap = ShortGap(devices, timings.run_index)) {
    return fmt::format(
        "no device works meanwhile: in the mean {} pass from one kernel to the next. Fewer, larger "
        "kernels make that less; `idle` shows whether some gaps are long, as where another process "
        "has the devices",
        ScaledText(static_cast<double>(*gap) / static_cast<double>(kPicosPerMicro), Unit::kMicros));
  }
  return "no device works meanwhile: another process may have the devices, or kernels are missing "
         "in the recording";
}

}  // namespace

absl::StatusOr<std::vector<Finding>> FindIdleWaits(const RuleInput& input,
                                                   const std::string& longest, bool is_sync_told) {
  constexpr double kTold = 0.15;  // of a step
  PROFILER_ASSIGN_OR_RETURN(const SharedTimings runs,
                            SharedStepTimings(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const SharedDevices devices,
                            SharedBusyDevices(input.selected, input.context));
  const bool is_told = !longest.empty() && runs->size() == 1;  // of several, whose it is is unknown
  std::optional<IdleInWaits> idle;
  std::vector<Finding> findings;
  for (const StepTimings& run : *runs) {
    const PartShare wait = run.ShareOf(run.waits);
    if (!run.is_known() || wait.share < kTold) continue;
    if (is_sync_told && !idle) {
      PROFILER_ASSIGN_OR_RETURN(idle, FindIdleInWaits(input.selected, input.context));
    }
    Finding& finding = findings.emplace_back();
    finding.id = "idle_waits";
    finding.subject = run.run;
    finding.text =
        fmt::format("{} the host waits for results{}, and {} (counted as other)", OfStep(run, wait),
                    is_told ? fmt::format(", longest {}", longest) : "",
                    idle ? std::string(WhyIdleInWaits(*idle)) : WhyIdle(*devices, run));
    finding.command = "steps -select total_us,other_us -order_by other_us";
  }
  return findings;
}

}  // namespace profiler
