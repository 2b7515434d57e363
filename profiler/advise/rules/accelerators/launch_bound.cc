#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/blocking_launches.h"
#include "profiler/advise/rules/accelerators/launch_remedy.h"
#include "profiler/advise/rules/accelerators/launch_text.h"
#include "profiler/advise/rules/accelerators/launch_thresholds.h"
#include "profiler/advise/rules/accelerators/recording_cost.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

Int128 InShortGaps(const LateLaunches& one) { return one.short_gaps.time; }
Int128 InLongGaps(const LateLaunches& one) { return one.long_gaps.time; }
Int128 UntilLaunch(const LateLaunches& one) { return one.until_launch(); }

// The device of which that time is the largest share of its span.
const LateLaunches& MostWaiting(const std::vector<LateLaunches>& devices,
                                Int128 (*time)(const LateLaunches&)) {
  return *std::max_element(devices.begin(), devices.end(),
                           [&](const LateLaunches& a, const LateLaunches& b) {
                             return Share(time(a), a.span) < Share(time(b), b.span);
                           });
}

Report Evidence(const Profile& profile, const std::vector<LateLaunches>& devices) {
  using C = ColumnOf<LateLaunches>;
  return EvidenceOf<LateLaunches>(
      {
          C::Number("span_us", Unit::kMicros, "", "From its first work to the end of its last.",
                    &LateLaunches::span),
          C::Number("idle_us", Unit::kMicros, "", "Of that, while nothing ran.",
                    &LateLaunches::idle),
          C::Number("short_us", Unit::kMicros, "",
                    "Of that, in short gaps until work came that was launched in the gap.",
                    [](const LateLaunches& one) { return one.short_gaps.time; }),
          C::Number("short_gaps", Unit::kCount, "", "How many.",
                    [](const LateLaunches& one) { return one.short_gaps.count; }),
          C::Number("after_waits_us", Unit::kMicros, "",
                    "The same of gaps at whose start a host waited for the device.",
                    [](const LateLaunches& one) { return one.after_waits.time; }),
          C::Number("after_waits", Unit::kCount, "", "How many.",
                    [](const LateLaunches& one) { return one.after_waits.count; }),
          C::Number("long_us", Unit::kMicros, "", "The same of long gaps.",
                    [](const LateLaunches& one) { return one.long_gaps.time; }),
          C::Number("long_gaps", Unit::kCount, "", "How many.",
                    [](const LateLaunches& one) { return one.long_gaps.count; }),
          C::Number("work", Unit::kCount, "", "Kernels, copies and memsets.", &LateLaunches::work),
      },
      devices, [&](const LateLaunches& one) { return LateDeviceName(profile, one); },
      "other devices");
}

// What of the idle time recording may have made, if that is much.
absl::StatusOr<std::string> PartOfRecording(const RuleInput& input) {
  PROFILER_ASSIGN_OR_RETURN(const auto cost, FindRecordingCost(input, kRecordingIsTold));
  if (!cost) return "";
  return fmt::format(". Recording itself may be up to {} of a step's {}: see CaptureChecker first",
                     FormatMicros(cost->most), FormatMicros(cost->step));
}

absl::StatusOr<Finding> JudgeLaunches(const InputOf<LaunchThresholds>& input,
                                      const std::vector<LateLaunches>& devices,
                                      const AllLaunches& launches) {
  const Profile& profile = input.profile();
  const LateLaunches& bound = MostWaiting(devices, InShortGaps);
  const bool is_bound = Share(bound.short_gaps.time, bound.span) > input.thresholds.waiting &&
                        Share(bound.short_gaps.count, bound.work) > input.thresholds.gaps;
  const LateLaunches& most = is_bound ? bound : MostWaiting(devices, UntilLaunch);
  AllLaunches of_device;
  const bool is_only_one =
      launches.by_device.size() == 1 && launches.by_device.contains({most.source, most.device});
  if (!is_only_one) {
    PROFILER_ASSIGN_OR_RETURN(
        of_device, LaunchesOnDevice(input.selected, most.source, most.device, input.context));
  }
  const AllLaunches& own = is_only_one ? launches : of_device;
  const LaunchTimes& all = own.all;
  Finding finding;
  finding.id = is_bound ? "launch_bound" : "launches";
  finding.severity = WarningIf(is_bound);
  finding.share = Share(most.short_gaps.time, most.span);
  finding.text =
      fmt::format("{}{}{} {}", is_bound ? "launch bound: " : "", LateDeviceName(profile, most),
                  OfShortSpan(devices, most), IdleUntilLaunch(input, most));
  if (all.kernels > 0) finding.text += "; " + KernelText(profile, own, is_bound);
  if (is_bound) {
    if (all.kernels > 0) finding.text += MostLaunchesText(profile, own);
    const std::string slow_host = SlowHostText(input, most, devices, launches);
    finding.text += slow_host.empty()
                        ? ". Launch less: " + std::string(HowToLaunchLess(profile, most))
                        : slow_host;
    PROFILER_ASSIGN_OR_RETURN(const std::string recording, PartOfRecording(input));
    finding.text += recording;
  }
  finding.command = "launches -top 10";
  SetPlace(profile, most.source, finding);
  finding.evidence.push_back(Evidence(profile, devices));
  return finding;
}

// Whether the host's op takes a part of the long gaps, 1 of 10, that is worth a name.
bool NamesHostOp(const LateLaunches& most) {
  return most.host_op.valid() && 10 * most.host_op_time >= most.long_gaps.time;
}

// Text such as "; most of that is before aten::mm", with the host's activity in that time.
std::string WhenHostIsBusy(const Profile& profile, const LateLaunches& most) {
  const Int128 all = most.long_gaps.time;
  constexpr double kTold = 0.01;
  const double before_op = Share(most.op_time, all);
  std::string text;
  if (before_op > 0.5) {
    text = fmt::format("; most of that is before {}", LaunchedOpName(profile, most.op));
  } else if (before_op >= kTold) {
    text = fmt::format("; the largest part of that before one op, {}, is before {}",
                       Percent(before_op), LaunchedOpName(profile, most.op));
  }
  if (NamesHostOp(most)) {
    const bool are_threads = most.host_op_time > all;  // added up
    text +=
        fmt::format(". For {1} of it the host is in {0} itself{2}", CallText(profile, most.host_op),
                    are_threads ? "most" : Percent(Share(most.host_op_time, all)),
                    are_threads ? ", on several threads at once" : "");
  }
  return text;
}

// ", and the other 7 devices alike," where these idle about as long for that; else "".
std::string AlikeText(const std::vector<LateLaunches>& devices, double waiting) {
  constexpr double kAlike = 0.8;
  const bool are_alike = std::all_of(devices.begin(), devices.end(), [&](const auto& one) {
    return Share(one.long_gaps.time, one.span) >= kAlike * waiting && !HostOnlyWaits(one);
  });
  if (devices.size() < 2 || !are_alike) return "";
  return devices.size() == 2 ? ", and the other device alike,"
                             : fmt::format(", and the other {} devices alike,", devices.size() - 1);
}

// Text for the part of the gaps, if it is a hundredth of the span or more, that is in calls.
std::string InCalls(const LateLaunches& most) {
  return 100 * most.in_calls < most.span
             ? ""
             : fmt::format(
                   ". For {} more it is idle while the host is in the calls that launch, which "
                   "may load code",
                   FormatMicros(most.in_calls));
}

Finding HostWaits(const InputOf<LaunchThresholds>& input, const LateLaunches& most,
                  const std::vector<LateLaunches>& devices) {
  Finding finding;
  finding.id = "host_waits";
  finding.text = fmt::format(
      "{} is idle {} of the time, in {}, and for {} of that the host waits for a device: "
      "launching is not what holds it up",
      LateDeviceName(input.profile(), most), Percent(Share(most.long_gaps.time, most.span)),
      Count(static_cast<size_t>(most.long_gaps.count), "long gap"),
      Percent(Share(most.host_waits, most.long_gaps.time)));
  finding.command = "advise -checkers SynchronizationChecker";
  finding.evidence.push_back(Evidence(input.profile(), devices));
  SetPlace(input.profile(), most.source, finding);
  return finding;
}

// Judges the host's part in idle time. Short waits are not reported, because input and other rules
// may explain them.
void JudgeHost(const InputOf<LaunchThresholds>& input, const std::vector<LateLaunches>& devices,
               Verdict& verdict) {
  const LateLaunches& most = MostWaiting(devices, InLongGaps);
  const double waiting = Share(most.long_gaps.time, most.span);
  if (waiting <= input.thresholds.waiting) return;
  if (HostOnlyWaits(most)) {
    verdict.findings.push_back(HostWaits(input, most, devices));
    return;
  }
  Finding finding;
  finding.id = "host_bound";
  finding.severity = Severity::kWarning;
  finding.share = waiting;
  const LateLaunches::Gaps& gaps = most.long_gaps;
  finding.text = fmt::format(
      "{} is idle {} of the time{} while the host does something else than launching, in {}",
      LateDeviceName(input.profile(), most), Percent(waiting), AlikeText(devices, waiting),
      gaps.count == 1
          ? fmt::format("1 gap of {}", FormatMicros(gaps.longest))
          : fmt::format("{} gaps, the longest {}", gaps.count, FormatMicros(gaps.longest)));
  finding.text += WhenHostIsBusy(input.profile(), most) + InCalls(most) +
                  OptimizerOnHostText(input.profile(), most);
  finding.command =
      NamesHostOp(most)
          ? fmt::format("trace -show_name_regexes {} -order_by self_us -top 10",
                        QuoteWord(".*" + NameRegex(input.profile().strings[most.host_op])))
          : "idle -where 'cause == \"host\"' -order_by op_us -top 10";
  finding.evidence.push_back(Evidence(input.profile(), devices));
  SetPlace(input.profile(), most.source, finding);
  verdict.findings.push_back(std::move(finding));
}

absl::StatusOr<Verdict> JudgeLaunchTimes(const InputOf<LaunchThresholds>& input) {
  const auto longest = static_cast<Int128>(input.thresholds.longest_gap_us * kPicosPerMicro);
  PROFILER_ASSIGN_OR_RETURN(const auto devices,
                            LateLaunchesOf(input.selected, longest, input.context));
  PROFILER_ASSIGN_OR_RETURN(const AllLaunches launches,
                            LaunchesByOp(input.selected, input.context));
  Verdict verdict;
  PROFILER_ASSIGN_OR_RETURN(const auto blocking, BlockingLaunchesOf(input.selected, input.context));
  if (devices.empty()) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "nothing ran on an accelerator");
  } else if (launches.all.work == 0) {
    verdict.lacks = "the calls that start accelerators' work were not recorded";
  } else {
    if (!blocking.empty()) {
      verdict.findings.push_back(BlockingLaunchesFinding(input.profile(), blocking, devices));
    }
    const std::vector<LateLaunches> others = WithoutBlocking(devices, blocking);
    if (!others.empty()) {
      PROFILER_ASSIGN_OR_RETURN(Finding finding, JudgeLaunches(input, others, launches));
      verdict.findings.push_back(std::move(finding));
    }
    JudgeHost(input, devices, verdict);
  }
  return verdict;
}

}  // namespace

extern const Rule kLaunchChecker = RuleOf<LaunchThresholds>{
    .name = "LaunchChecker",
    .summary = "accelerators that wait for the host to launch their work",
    .run = JudgeLaunchTimes,
};

}  // namespace profiler
