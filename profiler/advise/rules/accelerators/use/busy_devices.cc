#include "profiler/advise/rules/accelerators/use/busy_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "profiler/advise/rules/accelerators/work/busiest_text.h"
#include "profiler/advise/rules/accelerators/work/roof_text.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/phases/marks/device_marks.h"
#include "profiler/base/status.h"
#include "profiler/report/format_value.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

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

// Alike devices are folded into one finding if there are as many.
constexpr size_t kLeastToFold = 4;

std::string WhenText(const DeviceBusy& use) {
  if (use.steps == 0) return "all that was recorded";
  if (use.steps == 1) return "the step";
  return fmt::format("{} steps{}", use.steps, use.has_gaps ? " and the time between them" : "");
}

std::string PercentText(const DeviceBusy& use) { return Percent(Share(use.busy, use.span)); }

// The times of a device, or the sums of several.
struct BusyTimes {
  Int128 busy = 0, span = 0, communication = 0, copying = 0;

  void Add(const DeviceBusy& use) {
    busy += use.busy;
    span += use.span;
    communication += use.communication;
    copying += use.copying;
  }
  [[nodiscard]] BusyTimes Over(int64_t count) const {
    return {busy / count, span / count, communication / count, copying / count};
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

// "busy for only 4% of 3 steps".
std::string BusyText(bool is_low, std::string_view percent, std::string_view when) {
  return fmt::format("busy for {}{} of {}", is_low ? "only " : "", percent, when);
}

// "40 ms of 1 s, 10 ms of it only in copies".
std::string OfTimesText(const BusyTimes& times) {
  return fmt::format("{} of {}{}{}", ScaledText(static_cast<Value>(times.busy), Unit::kMicros),
                     ScaledText(static_cast<Value>(times.span), Unit::kMicros),
                     CollectivesText(times.communication, times.busy),
                     OnlyCopiesText(times.copying, times.busy));
}

// A device that hardly ever waits: what it computes is what a step takes. Not where much of that is
// in collectives, in which it may wait, or in copies, for which kernels wait.
bool IsTheLimit(const BusyTimes& times) {
  return Share(times.busy, times.span) >= kHardlyWaits &&
         CollectivesText(times.communication, times.busy).empty() &&
         OnlyCopiesText(times.copying, times.busy).empty();
}

// The user's mark that most of the devices' time is in: ". 67.8% of its time is in your mark
// encode". Else empty.
std::string MarkOfDevicesText(const Selected& selected, const BusyUses& uses) {
  std::vector<MarkedDevice> devices;
  Int128 busy = 0;
  for (const DeviceBusy* use : uses) {
    devices.push_back({use->device, use->sources});
    busy += use->busy;
  }
  const TopDeviceMark mark = FindTopDeviceMark(selected, devices, busy);
  if (!mark.name.valid()) return "";
  return fmt::format(". {:.1f}% of {} time is in your mark {}", 100 * mark.share,
                     uses.size() == 1 ? "its" : "their", selected.profile().strings[mark.name]);
}

constexpr std::string_view kDeviceBound = "device_bound";

std::string_view IdOf(bool is_low, bool is_limit) {
  return is_low ? "low_utilization" : is_limit ? kDeviceBound : "utilization";
}

std::string LimitText(bool is_one) {
  return fmt::format(": {} hardly ever {}, so less or faster work there makes the steps faster",
                     is_one ? "it" : "they", is_one ? "waits" : "wait");
}

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
  finding.text =
      fmt::format("{} was {}, {}{}", finding.subject, BusyText(is_low, PercentText(use), when),
                  OfTimesText(times), is_limit ? LimitText(true) : "");
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
  finding.text = fmt::format("{} devices were each {}, in the mean {}{}", count,
                             BusyText(is_low, PercentText(first), WhenText(first)),
                             OfTimesText(times.Over(count)), is_limit ? LimitText(false) : "");
  finding.command = "utilization";
  finding.evidence.push_back(BusyEvidence(alike, [&](const DeviceBusy* use) {
    const std::string_view name = profile.strings[profile.devices[use->device].name];
    const std::string process =
        use->sources.empty() ? "" : ProcessName(profile, use->sources.front());
    return process.empty() ? std::string(name) : fmt::format("{} of {}", name, process);
  }));
  return finding;
}

}  // namespace

absl::StatusOr<std::vector<Finding>> JudgeBusyDevices(const RuleInput& input,
                                                      const DeviceNames& names,
                                                      const std::vector<const DeviceBusy*>& uses,
                                                      double low) {
  BusiestWorkText work(input.selected, input.context);
  PeakUseText peaks(input);
  std::vector<Finding> findings;
  std::set<const DeviceBusy*> told;
  for (const DeviceBusy* use : uses) {
    if (told.contains(use)) continue;
    BusyUses alike;
    for (const DeviceBusy* other : uses) {
      const bool is_alike =
          other->run == use->run && other->steps == use->steps &&
          PercentText(*other) == PercentText(*use) &&
          (Share(other->busy, other->span) < low) == (Share(use->busy, use->span) < low);
      if (is_alike) alike.push_back(other);
    }
    if (alike.size() < kLeastToFold) alike = {use};
    told.insert(alike.begin(), alike.end());
    findings.push_back(alike.size() == 1 ? JudgeBusy(names, *use, low)
                                         : JudgeAlike(input.profile(), alike, low));
    if (findings.back().severity == Severity::kInfo) {
      PROFILER_ASSIGN_OR_RETURN(const std::string of_peaks, peaks.Of(alike));
      findings.back().text += of_peaks;
    }
    if (findings.back().id != kDeviceBound) continue;
    PROFILER_ASSIGN_OR_RETURN(const std::string text, work.Of(alike));
    findings.back().text += text + MarkOfDevicesText(input.selected, alike);
  }
  return findings;
}

}  // namespace profiler
