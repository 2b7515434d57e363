#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/work/busiest_text.h"
#include "profiler/advise/rules/accelerators/work/roof_text.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/accelerators/accelerator_use.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/base/status.h"
#include "profiler/report/format_value.h"
#include "profiler/report/scaled.h"
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

using BusyUses = std::vector<const DeviceBusy*>;

template <typename Name>
Report BusyEvidence(const BusyUses& uses, const Name& name) {
  using C = ColumnOf<const DeviceBusy*>;
  return EvidenceOf<const DeviceBusy*>(
      {
          C::Number("busy_us", Unit::kMicros, "", "While at least one thing ran.",
                    &DeviceBusy::busy),
          C::Number("span_us", Unit::kMicros, "", "Of the steps, or of all that was recorded.",
                    &DeviceBusy::span),
          C::Number("events", Unit::kCount, "", "How much ran.", &DeviceBusy::events),
      },
      uses, name, "others");
}

// The devices of a profile, as findings name them. Several runs may have used one.
class DeviceNames {
 public:
  explicit DeviceNames(const Profile& profile) : profile_(profile), runs_(RunsOf(profile)) {}

  std::string Of(DeviceId device) const {
    return std::string(profile_.strings[profile_.devices[device].name]);
  }
  // With the run, where no process tells which one it is.
  std::string Of(DeviceId device, uint32_t run) const {
    Finding finding;
    Place(device, run, finding);
    const bool is_told = !runs_.are_several() || !finding.place.empty();
    return is_told ? Of(device) : fmt::format("{} of the run {}", Of(device), runs_.names[run]);
  }
  void Place(DeviceId device, uint32_t run, Finding& finding) const {
    if (!runs_.are_several()) return SetPlace(profile_, device, finding);
    const std::vector<SourceId> recorded = SourcesOf(device, run);
    SetPlace(profile_, recorded.empty() ? runs_.SourcesOf(run) : recorded, finding);
  }

 private:
  std::vector<SourceId> SourcesOf(DeviceId device, uint32_t run) const {
    std::set<SourceId> sources;
    for (const TrackRow& track : profile_.tracks.values()) {
      const bool is_of_run = runs_.of_source[track.source.row()] == run;
      if (is_of_run && track.device == device) sources.insert(track.source);
    }
    return {sources.begin(), sources.end()};
  }

  const Profile& profile_;
  const Runs runs_;
};

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

// Alike devices are folded into one finding if there are as many.
constexpr size_t kLeastToFold = 4;

std::string WhenText(const DeviceBusy& use) {
  if (use.steps == 0) return "all that was recorded";
  if (use.steps == 1) return "the step";
  return fmt::format("{} steps{}", use.steps, use.has_gaps ? " and the time between them" : "");
}

std::string UtilizationText(const DeviceBusy& use) {
  return fmt::format("utilization: {:.2f}", Share(use.busy, use.span));
}

// The times of a device, or the sums of several.
struct BusyTimes {
  Int128 busy = 0, span = 0, communication = 0, copying = 0;

  void Add(const DeviceBusy& use) {
    busy += use.busy;
    span += use.span;
    communication += use.communication;
    copying += use.copying;
  }
};

// Of a busy time, what is of collectives alone, if that is no small part: ", 81.2 ms of it only in
// collectives, which may wait for others".
std::string CollectivesText(Int128 communication, Int128 busy) {
  constexpr int kLeast = 100;  // 1 of so many parts
  if (communication <= 0 || kLeast * communication < busy) return "";
  return fmt::format(", {} of it only in collectives, which may wait for others",
                     ScaledText(static_cast<Value>(communication), Unit::kMicros));
}

// Where kernels wait for copies for long: ", 320 ms of it only in copies".
std::string OnlyCopiesText(Int128 copying, Int128 busy) {
  constexpr int kLeast = 20;  // 1 of so many parts
  if (copying <= 0 || kLeast * copying < busy) return "";
  return fmt::format(", {} of it only in copies",
                     ScaledText(static_cast<Value>(copying), Unit::kMicros));
}

// A device that hardly ever waits: what it computes is what a step takes. Not where much of that is
// in collectives, in which it may wait, or in copies, for which kernels wait.
bool IsTheLimit(const BusyTimes& times) {
  return Share(times.busy, times.span) >= kHardlyWaits &&
         CollectivesText(times.communication, times.busy).empty() &&
         OnlyCopiesText(times.copying, times.busy).empty();
}

constexpr std::string_view kDeviceBound = "device_bound";

std::string_view IdOf(bool is_low, bool is_limit) {
  return is_low ? "low_utilization" : is_limit ? kDeviceBound : "utilization";
}
constexpr std::string_view kLimitText =
    ": it hardly ever waits, so less or faster work there makes the steps faster";

// Judges an accelerator without assigned ops by the events on it.
Finding JudgeBusy(const DeviceNames& names, const DeviceBusy& use, double low) {
  const bool is_low = Share(use.busy, use.span) < low;
  Finding finding;
  BusyTimes times;
  times.Add(use);
  const bool is_limit = IsTheLimit(times);
  finding.id = IdOf(is_low, is_limit);
  finding.severity = WarningIf(is_low);
  finding.subject = names.Of(use.device, use.run);
  finding.level = 0;
  std::string when = WhenText(use);
  finding.text = fmt::format(
      "device: {}{} {}, busy for {} of the {} of {}{}{}{}", finding.subject, is_low ? " low" : "",
      UtilizationText(use), ScaledText(use.busy, Unit::kMicros),
      ScaledText(use.span, Unit::kMicros), when, CollectivesText(use.communication, use.busy),
      OnlyCopiesText(use.copying, use.busy), is_limit ? kLimitText : "");
  finding.command = "utilization";
  finding.evidence.push_back(BusyEvidence({&use}, [&when](const DeviceBusy*) { return when; }));
  names.Place(use.device, use.run, finding);
  return finding;
}

// Several devices that are busy for the same share, to the precision of the text.
Finding JudgeAlike(const Profile& profile, const BusyUses& alike, double low) {
  const DeviceBusy& first = *alike.front();
  const bool is_low = Share(first.busy, first.span) < low;
  BusyTimes times;
  for (const DeviceBusy* use : alike) times.Add(*use);
  const auto count = static_cast<int64_t>(alike.size());
  Finding finding;
  const bool is_limit = IsTheLimit(times);
  finding.id = IdOf(is_low, is_limit);
  finding.severity = WarningIf(is_low);
  finding.subject = fmt::format("{} devices", count);
  finding.level = 0;
  finding.text = fmt::format(
      "{} devices:{} {} each, busy for {} of the {} of {} in the mean{}{}{}", count,
      is_low ? " low" : "", UtilizationText(first), ScaledText(times.busy / count, Unit::kMicros),
      ScaledText(times.span / count, Unit::kMicros), WhenText(first),
      CollectivesText(times.communication / count, times.busy / count),
      OnlyCopiesText(times.copying / count, times.busy / count), is_limit ? kLimitText : "");
  finding.command = "utilization";
  finding.evidence.push_back(BusyEvidence(alike, [&](const DeviceBusy* use) {
    const std::string_view name = profile.strings[profile.devices[use->device].name];
    const std::string process =
        use->sources.empty() ? "" : ProcessName(profile, use->sources.front());
    return process.empty() ? std::string(name) : fmt::format("{} of {}", name, process);
  }));
  return finding;
}

absl::Status JudgeAll(const Profile& profile, const DeviceNames& names, const BusyUses& uses,
                      double low, BusiestWorkText& work, PeakUseText& peaks,
                      std::vector<Finding>& findings) {
  std::set<const DeviceBusy*> told;
  for (const DeviceBusy* use : uses) {
    if (told.contains(use)) continue;
    BusyUses alike;
    for (const DeviceBusy* other : uses) {
      const bool is_alike =
          other->run == use->run && other->steps == use->steps &&
          UtilizationText(*other) == UtilizationText(*use) &&
          (Share(other->busy, other->span) < low) == (Share(use->busy, use->span) < low);
      if (is_alike) alike.push_back(other);
    }
    if (alike.size() < kLeastToFold) alike = {use};
    told.insert(alike.begin(), alike.end());
    findings.push_back(alike.size() == 1 ? JudgeBusy(names, *use, low)
                                         : JudgeAlike(profile, alike, low));
    if (findings.back().severity == Severity::kInfo) {
      PROFILER_ASSIGN_OR_RETURN(const std::string of_peaks, peaks.Of(alike));
      findings.back().text += of_peaks;
    }
    if (findings.back().id != kDeviceBound) continue;
    PROFILER_ASSIGN_OR_RETURN(const std::string text, work.Of(alike));
    findings.back().text += text;
  }
  return absl::OkStatus();
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
      "device: {} is not judged: the file that recorded it was cut short, so kernels may be "
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
  BusyUses judged;
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
  BusiestWorkText work(input.selected, input.context);
  PeakUseText peaks(input);
  PROFILER_RETURN_IF_ERROR(JudgeAll(input.profile(), names, judged, input.thresholds.low, work,
                                    peaks, verdict.findings));
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
