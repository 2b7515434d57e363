#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/use/busy_devices.h"
#include "profiler/advise/rules/accelerators/use/device_names.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/accelerator_use.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/base/status.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"
#include "profiler/store/derive/steps/cut_files.h"

namespace profiler {
namespace {

struct UtilizationThresholds {
  Threshold low = {"low", 0.5, "a utilization below this, 0 to 1, is low", 1};
};

Report Evidence(const AcceleratorUse& use) {
  using C = ColumnOf<AcceleratorUse>;
  return EvidenceOf<AcceleratorUse>(
      {
          C::Number("busy_us", Unit::kMicros, "", "While at least one kernel ran.",
                    [](const AcceleratorUse& one) { return one.has_kernels ? one.busy : kAbsent; }),
          C::Number("summed_us", Unit::kMicros, "", "Kernel time added up.",
                    &AcceleratorUse::summed),
          C::Number("span_us", Unit::kMicros, "", "From the first start of an op to the last end.",
                    &AcceleratorUse::span),
          C::Number("kernels", Unit::kCount, "", "How many kernels ran.", &AcceleratorUse::kernels),
      },
      {use}, [](const AcceleratorUse&) { return "last step"; });
}

// As in tfprof, the utilization is the summed time of ops divided by the span. If that exceeds 1
// because kernels overlap, it is the busy time divided by the span.
Finding Judge(const DeviceNames& names, const AcceleratorUse& use, double low) {
  const std::string device = names.Of(use.device, use.run);
  Finding finding;
  finding.subject = device;
  finding.evidence.push_back(Evidence(use));
  finding.command =
      "op -order_by accelerator_micros -select accelerator_micros,cpu_micros -max_depth 10";
  double utilization = Share(use.summed, use.span);
  const bool as_tfprof = utilization <= 1;
  if (as_tfprof) finding.level = 0;
  if (!as_tfprof) utilization = Share(use.busy, use.span);
  const bool is_low = utilization < low;
  finding.id = is_low ? "low_utilization" : "utilization";
  finding.severity = WarningIf(is_low);
  finding.text = as_tfprof ? fmt::format("device: {}{} utilization: {:.2f}", device,
                                         is_low ? " low" : "", utilization)
                           : fmt::format(
                                 "device {}: kernels ran during {:.0f}% of its span, on several "
                                 "streams at once",
                                 device, 100 * utilization);
  names.Place(use.device, use.run, finding);
  return finding;
}

Finding Unknown(const DeviceNames& names, const AcceleratorUse& use) {
  Finding finding;
  finding.id = "utilization_unknown";
  finding.subject = names.Of(use.device, use.run);
  finding.level = 0;
  finding.text = fmt::format("device: {} low utilization: 0.00", finding.subject);
  names.Place(use.device, use.run, finding);
  return finding;
}

// The finding for accelerators that were idle while others were busy.
Finding Idle(const std::vector<std::string>& names, size_t all) {
  Finding finding;
  finding.id = "idle_devices";
  finding.severity = Severity::kWarning;
  finding.text = fmt::format("{} of {} accelerators did nothing: {}", names.size(), all,
                             fmt::join(names, ", "));
  finding.command = "overview";
  return finding;
}

// Whether every file that recorded the device was cut short, so that work of it may be missing.
bool IsCutShort(const DeviceBusy& device, const std::vector<char>& are_cut) {
  return std::all_of(device.sources.begin(), device.sources.end(),
                     [&](SourceId source) { return are_cut[source.row()] != 0; });
}

Finding NotJudged(const DeviceNames& names, const DeviceBusy& device) {
  Finding finding;
  finding.id = "cut_file";
  finding.subject = names.Of(device.device, device.run);
  finding.level = 0;
  finding.text = fmt::format(
      "{} is not judged: the file that recorded it was cut short, so kernels may be "
      "missing",
      finding.subject);
  names.Place(device.device, device.run, finding);
  finding.command = "info";  // which selects no place
  return finding;
}

absl::Status AddUnassigned(const InputOf<UtilizationThresholds>& input,
                           const std::vector<AcceleratorUse>& assigned, const DeviceNames& names,
                           Verdict& verdict) {
  PROFILER_ASSIGN_OR_RETURN(const auto devices, SharedBusyDevices(input.selected, input.context));
  std::vector<std::string> idle;
  std::vector<const DeviceBusy*> judged;
  const std::vector<char> are_cut = CutFiles(input.profile());
  for (const DeviceBusy& device : *devices) {
    const bool is_assigned =
        std::any_of(assigned.begin(), assigned.end(), [&](const AcceleratorUse& use) {
          return use.device == device.device && use.run == device.run;
        });
    if (is_assigned) continue;
    // Missing kernels make no device busier.
    const bool is_low = Share(device.busy, device.span) < input.thresholds.low;
    if (is_low && IsCutShort(device, are_cut)) {
      verdict.findings.push_back(NotJudged(names, device));
      continue;
    }
    if (device.events == 0) {
      idle.push_back(names.Of(device.device));
      continue;
    }
    judged.push_back(&device);
  }
  PROFILER_ASSIGN_OR_RETURN(std::vector<Finding> busy,
                            JudgeBusyDevices(input, names, judged, input.thresholds.low));
  std::move(busy.begin(), busy.end(), std::back_inserter(verdict.findings));
  if (!idle.empty()) verdict.findings.push_back(Idle(idle, devices->size()));
  return absl::OkStatus();
}

absl::StatusOr<Verdict> JudgeUtilization(const InputOf<UtilizationThresholds>& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const auto uses = AcceleratorUses(input.selected);
  const DeviceNames names(input.profile());
  Verdict verdict;
  for (const AcceleratorUse& use : uses) {
    const bool recorded = use.summed != 0 || use.has_kernels;
    if (recorded) {
      verdict.findings.push_back(Judge(names, use, input.thresholds.low));
    } else {
      verdict.lacks = "an accelerator was used, and its kernel times were not recorded";
      // tfprof treats unknown utilization as 0.
      if (input.query.compat_tfprof) verdict.findings.push_back(Unknown(names, use));
    }
  }
  PROFILER_RETURN_IF_ERROR(AddUnassigned(input, uses, names, verdict));
  if (uses.empty() && verdict.findings.empty()) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "no op ran on an accelerator");
  }
  return verdict;
}

}  // namespace

extern const Rule kAcceleratorUtilizationChecker = RuleOf<UtilizationThresholds>{
    .name = "AcceleratorUtilizationChecker",
    .summary = "how much of its span each accelerator worked",
    .run = JudgeUtilization,
};

}  // namespace profiler
