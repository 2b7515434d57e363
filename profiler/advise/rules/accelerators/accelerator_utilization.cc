#include "profiler/advise/rules/accelerators/accelerator_utilization.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/accelerator_use.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/base/status.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

Report Evidence(const AcceleratorUse& use) {
  Report table;
  const auto add = [&](std::string name, Unit unit, Value value, std::string description) {
    table.columns.push_back(
        TableColumn(std::move(name), ColumnType::kNumber, unit, "", std::move(description)));
    table.columns.back().own.push_back(value);
  };
  table.rows.push_back({"last step", {"last step"}, 0, -1, true});
  add("busy_us", Unit::kMicros, use.has_kernels ? use.busy : kAbsent,
      "While at least one kernel ran.");
  add("summed_us", Unit::kMicros, use.summed, "Kernel time added up.");
  add("span_us", Unit::kMicros, use.span, "From the first start of an op to the last end.");
  add("kernels", Unit::kCount, use.kernels, "How many kernels ran.");
  return table;
}

// tfprof divides the summed time by the span. Where kernels overlap so much that this is more than
// 1, it is no utilization: then it is the time in which any ran.
Finding Judge(const Profile& profile, const AcceleratorUse& use, double low) {
  const std::string device(profile.strings[profile.devices[use.device].name]);
  Finding finding;
  finding.subject = device;
  finding.evidence = Evidence(use);
  finding.command =
      "op -order_by accelerator_micros -select accelerator_micros,cpu_micros -max_depth 10";
  double utilization = Share(use.summed, use.span);
  const bool as_tfprof = utilization <= 1;
  if (as_tfprof) finding.level = 0;
  if (!as_tfprof) utilization = Share(use.busy, use.span);
  const bool is_low = utilization < low;
  finding.id = is_low ? "low_utilization" : "utilization";
  finding.severity = is_low ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  finding.text = as_tfprof ? fmt::format("device: {}{} utilization: {:.2f}", device,
                                         is_low ? " low" : "", utilization)
                           : fmt::format(
                                 "device {}: kernels ran during {:.0f}% of its span, on several "
                                 "streams at once",
                                 device, 100 * utilization);
  return finding;
}

Finding Unknown(const Profile& profile, const AcceleratorUse& use) {
  Finding finding;
  finding.id = "utilization_unknown";
  finding.subject = profile.strings[profile.devices[use.device].name];
  finding.level = 0;
  finding.text = fmt::format("device: {} low utilization: 0.00", finding.subject);
  return finding;
}

// Of an accelerator that no op is assigned to: what ran there is all that is known.
Finding JudgeBusy(const Profile& profile, const DeviceBusy& use, double low) {
  const double share = Share(use.busy, use.span);
  const bool is_low = share < low;
  Finding finding;
  finding.id = is_low ? "low_utilization" : "utilization";
  finding.severity = is_low ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  finding.subject = profile.strings[profile.devices[use.device].name];
  finding.level = 0;
  const std::string when = use.steps == 0   ? "all that was recorded"
                           : use.steps == 1 ? "the step"
                                            : fmt::format("{} steps", use.steps);
  finding.text =
      fmt::format("device: {}{} utilization: {:.2f}, busy for {} of the {} of {}", finding.subject,
                  is_low ? " low" : "", share, FormatValue(use.busy, Unit::kMicros),
                  FormatValue(use.span, Unit::kMicros), when);
  finding.command = "ops -show_idle -top 20";
  EvidenceTable evidence({
      EvidenceNumber("busy_us", Unit::kMicros, "While at least one thing ran."),
      EvidenceNumber("span_us", Unit::kMicros, "Of the steps, or of all that was recorded."),
      EvidenceNumber("events", Unit::kCount, "How much ran."),
  });
  evidence.Add(when, {use.busy, use.span, use.events});
  finding.evidence = evidence.Take("");
  return finding;
}

// Those that no op is assigned to, but of other accelerators there was work.
Finding Idle(const std::vector<std::string>& names, size_t all) {
  Finding finding;
  finding.id = "idle_devices";
  finding.severity = FindingSeverity::kWarning;
  finding.text = fmt::format("{} of {} accelerators did nothing: {}", names.size(), all,
                             fmt::join(names, ", "));
  finding.command = "overview";
  return finding;
}

absl::Status AddUnassigned(const RuleInput& input, const std::vector<AcceleratorUse>& assigned,
                           Verdict& verdict) {
  PROFILER_ASSIGN_OR_RETURN(const auto devices, BusyDevices(input.selected, input.context));
  std::vector<std::string> idle;
  for (const DeviceBusy& device : devices) {
    const bool is_assigned =
        std::any_of(assigned.begin(), assigned.end(),
                    [&](const AcceleratorUse& use) { return use.device == device.device; });
    if (is_assigned) continue;
    if (device.events == 0) {
      idle.emplace_back(input.profile().strings[input.profile().devices[device.device].name]);
      continue;
    }
    verdict.findings.push_back(JudgeBusy(input.profile(), device, input.threshold("low")));
  }
  if (!idle.empty()) verdict.findings.push_back(Idle(idle, devices.size()));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Verdict> AcceleratorUtilization(const RuleInput& input) {
  PROFILER_RETURN_IF_ERROR(input.selected.CheckSteps());
  const auto uses = AcceleratorUses(input.selected);
  Verdict verdict;
  for (const AcceleratorUse& use : uses) {
    const bool recorded = use.summed != 0 || use.has_kernels;
    if (recorded) {
      verdict.findings.push_back(Judge(input.profile(), use, input.threshold("low")));
    } else {
      verdict.lacks = "an accelerator was used, and its kernel times were not recorded";
      // tfprof takes them for 0.
      if (input.query.compat_tfprof) verdict.findings.push_back(Unknown(input.profile(), use));
    }
  }
  PROFILER_RETURN_IF_ERROR(AddUnassigned(input, uses, verdict));
  if (uses.empty() && verdict.findings.empty()) verdict.lacks = "no op ran on an accelerator";
  return verdict;
}

}  // namespace profiler
