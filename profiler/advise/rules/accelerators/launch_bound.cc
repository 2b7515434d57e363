#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/recording_cost.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/slow_launches.h"
#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

struct LaunchThresholds {
  Threshold waiting = {"waiting", 0.25,
                       "more than this share of a device's time, 0 to 1, waits for launches", 1};
  Threshold gaps = {"gaps", 0.25,
                    "... before more than this share of its kernels and copies, 0 to 1", 1};
  Threshold longest_gap_us = {"longest_gap_us", 1000,
                              "in longer gaps, in us, the host does something else"};
};

using Gaps = LateLaunches::Gaps;

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

// With the rank or host of a job of several, whose devices have the same names.
std::string NameOf(const Profile& profile, const LateLaunches& device) {
  const std::string process = ProcessName(profile, device.source);
  return fmt::format("{}{}{}",
                     device.device.valid() ? profile.strings[profile.devices[device.device].name]
                                           : std::string_view("a device"),
                     process.empty() ? "" : " of ", process);
}

std::string_view OpName(const Profile& profile, StringId op) {
  return op.valid() ? profile.strings[op] : std::string_view("what is of no op");
}

// "; aten::mm launches most kernels (576 of 1818)": the op with the most launches; on a tie the
// first one in the view `launches`. Where many ops launch as much, none is to blame: "".
std::string MostLaunchesText(const Profile& profile, const AllLaunches& launches) {
  constexpr double kWorthName = 0.05;
  const auto op = std::max_element(launches.by_op.begin(), launches.by_op.end(),
                                   [](const LaunchesOfOp& a, const LaunchesOfOp& b) {
                                     return a.times.kernels < b.times.kernels;
                                   });
  const int64_t all = launches.all.kernels;
  if (op == launches.by_op.end() || Share(op->times.kernels, all) < kWorthName) return "";
  return fmt::format("; {} launches most kernels ({} of {})", OpName(profile, op->op),
                     op->times.kernels, all);
}

// Such as aten::_fused_adamw_ or aten::_foreach_add_.
bool HasFusedOptimizer(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    const std::string_view name = profile.strings[op.name];
    return name.starts_with("aten::_fused_ada") || name.starts_with("aten::_fused_sgd") ||
           name.starts_with("aten::_foreach_");
  });
}

// Whether nearly all that the device runs are kernels of compiled programs with many of them each,
// one after the other of the same program: then gaps are within programs.
bool RunsWithinPrograms(const Profile& profile, const LateLaunches& device) {
  constexpr size_t kMany = 10;  // instructions of a program
  if (!device.device.valid() || profile.devices[device.device].kind != DeviceKind::kGpu)
    return false;
  std::vector<char> is_seen(profile.op_count());
  std::map<ModuleId, size_t> ops_of;
  std::map<ModuleId, int64_t> within;
  int64_t all = 0;
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    if (track.row.device != device.device || track.row.source != device.source) continue;
    ModuleId before;
    for (const OpId op : track.events.op) {
      const ModuleId module = op.valid() ? profile.ops.row[op].module : ModuleId();
      ++all;
      if (module.valid()) {
        if (std::exchange(is_seen[op.row()], 1) == 0) ++ops_of[module];
        if (module == before) ++within[module];
      }
      before = module;
    }
  }
  int64_t in_large = 0;
  for (const auto& [module, count] : within) in_large += ops_of[module] >= kMany ? count : 0;
  return all > 0 && 10 * in_large >= 9 * all;
}

constexpr std::string_view kWithinPrograms =
    "the kernels are of compiled programs already, so a larger jax.jit changes little. A bigger "
    "batch, fewer and larger kernels (fusions), or CUDA graphs: XLA_FLAGS with "
    "--xla_gpu_enable_command_buffer=FUSION,CUBLAS,CUBLASLT,CUDNN,CUSTOM_CALL. XLA makes graphs of "
    "most programs by default, but none while a profiler records, unless "
    "--xla_enable_command_buffers_during_profiling=true: record with that first";

std::string_view HowToLaunchLess(const Profile& profile, const LateLaunches& device) {
  switch (FrameworkOf(profile)) {
    case Framework::kPyTorch:
      if (IsCompiledInPyTorch(profile)) {
        return "a bigger batch, CUDA graphs (torch.compile's mode=\"reduce-overhead\"), fewer "
               "graph breaks";
      }
      return TrainsInPyTorch(profile) && !HasFusedOptimizer(profile)
                 ? "a bigger batch, fused or foreach optimizers, torch.compile, CUDA graphs "
                   "(mode=\"reduce-overhead\")"
                 : "a bigger batch, torch.compile, CUDA graphs (mode=\"reduce-overhead\")";
    case Framework::kTensorFlow:
      return "a bigger batch, the whole step in one tf.function, XLA (jit_compile=True)";
    case Framework::kJax:
      if (RunsWithinPrograms(profile, device)) return kWithinPrograms;
      return "a bigger batch, the whole step in one jax.jit, several steps in one lax.scan";
    case Framework::kUnknown:
      break;
  }
  return "a bigger batch, fused ops, a compiled step";
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
      devices, [&](const LateLaunches& one) { return NameOf(profile, one); }, "other devices");
}

constexpr double kToldShare = 0.005;  // less is 0% as text

// Of a device that hardly ever waits: what comes before its first work and after its last is not
// counted, and may be a wait.
std::string_view OfShortSpan(const std::vector<LateLaunches>& devices, const LateLaunches& most) {
  constexpr double kFarShorter = 0.95;
  const bool is_short = std::any_of(devices.begin(), devices.end(), [&](const auto& one) {
    return Share(most.span, one.span) < kFarShorter;
  });
  const bool waits = Share(most.until_launch(), most.span) >= kToldShare;
  return is_short && !waits ? ", between its first and its last work," : "";
}

// Whether the host mostly waits for a device in long gaps, rather than do something else. Then
// launching is not what holds the device up.
bool OnlyWaits(const LateLaunches& most) {
  return 2 * most.host_waits > most.long_gaps.time && 2 * most.host_works < most.long_gaps.time;
}

// Text such as "is idle 15% of the time until the host launches the next work: 1% in short gaps,
// before 15 of 200 kernels, copies and memsets, 3% after the host waited for the device, and 14% in
// 8 gaps of more than 1 ms, in which the host does something else than launching". Time in calls
// that launch is told apart.
std::string IdleUntilLaunch(const InputOf<LaunchThresholds>& input, const LateLaunches& most) {
  const Gaps& brief = most.short_gaps;
  const Gaps& longer = most.long_gaps;
  const Int128 all = most.until_launch();
  if (Share(all, most.span) < kToldShare)
    return "hardly ever waits until the host launches the next work";
  const double after_waits = Share(most.after_waits.time, most.span);
  const bool are_waits_told = after_waits >= kToldShare;
  std::string text = fmt::format("is idle {} of the time until the host launches the next work",
                                 Percent(Share(all, most.span)));
  std::vector<std::string> parts;
  if (brief.count > 0) {
    const std::string before =
        fmt::format("before {} of {} kernels, copies and memsets", brief.count, most.work);
    const bool are_others = longer.count > 0 || are_waits_told;
    if (are_others) {
      parts.push_back(
          fmt::format("{} in short gaps, {}", Percent(Share(brief.time, most.span)), before));
    } else {
      text += ", " + before;
    }
  }
  if (are_waits_told) {
    parts.push_back(fmt::format("{} after the host waited for it", Percent(after_waits)));
  }
  if (longer.count > 0) {
    parts.push_back(fmt::format(
        "{} in {} of more than {}, in which the host {}", Percent(Share(longer.time, most.span)),
        Count(static_cast<size_t>(longer.count), "gap"),
        FormatMicros(static_cast<Value>(input.thresholds.longest_gap_us * kPicosPerMicro)),
        OnlyWaits(most) ? "waits for a device" : "does something else than launching"));
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? ": " : i + 1 == parts.size() ? ", and " : ", ") + parts[i];
  }
  if (100 * most.in_calls < most.span) return text;
  return text + fmt::format(", {} in long calls that launch, which may load code",
                            Percent(Share(most.in_calls, most.span)));
}

// Text such as "its launch 6 us", without a launch that takes longer than all others together.
std::string LaunchText(const Profile& profile, const AllLaunches& launches) {
  const LaunchTimes& all = launches.all;
  const int64_t calls = std::max<int64_t>(all.kernel_calls, 1);
  if (all.kernels > 2 * calls) {  // graphs
    return fmt::format("{} launches of {} together take {}", calls, all.kernels,
                       FormatMicros(all.kernel_call_time));
  }
  if (!HasLoneLongCall(all)) {
    return fmt::format("its launch {}", FormatMicros(all.kernel_call_time / calls));
  }
  const EventId call = launches.longest_call;
  const int64_t longest = all.longest_kernel_call;
  const StringId name = EventName(profile, profile.events[call.track], call.row);
  return fmt::format("its launch {} (without one {} by {} of {}, which may load code)",
                     FormatMicros((all.kernel_call_time - longest) / (calls - 1)),
                     name.valid() ? profile.strings[name] : "call",
                     OpName(profile, launches.longest_op), FormatMicros(longest));
}

// Whether calls that launch wait for a place in the queues of devices, which have work for long.
bool AreQueuesFull(const LaunchTimes& all) {
  constexpr int64_t kManyKernels = 100;
  const Int128 kernel = all.kernel_time / std::max<int64_t>(all.kernels, 1);
  const Int128 call = all.kernel_call_time / std::max<int64_t>(all.kernel_calls, 1);
  return all.work > 0 && kernel > 0 && all.delay / all.work >= kManyKernels * kernel &&
         2 * call >= kernel;
}

// Text such as "a kernel takes 216 us in the mean, its launch 6 us, and ...". `is_bound` says
// whether a device waits for launches: then its host is not ahead, though that of others may be.
std::string KernelText(const Profile& profile, const AllLaunches& launches, bool is_bound) {
  const LaunchTimes& all = launches.all;
  const std::string kernel =
      fmt::format("a kernel takes {} in the mean", FormatMicros(all.kernel_time / all.kernels));
  if (!is_bound && AreQueuesFull(all)) {
    return fmt::format(
        "{}, and the host is so far ahead that work waits {} for its turn: calls that launch take "
        "{} as they wait for a place in the queue, which costs nothing",
        kernel, FormatMicros(all.delay / all.work),
        FormatMicros(all.kernel_call_time / std::max<int64_t>(all.kernel_calls, 1)));
  }
  return fmt::format("{}, {}, and {} of the kernels take less than {}", kernel,
                     LaunchText(profile, launches), Percent(Share(all.short_kernels, all.kernels)),
                     all.kernels > all.kernel_calls ? "their part of a launch" : "their launch");
}

// Where devices of other processes of the run have as many kernels launched and, most of them, do
// not wait for launches, as their hosts launch several times as fast: what to look at on this one's
// host. Else "".
std::string SlowHostText(const InputOf<LaunchThresholds>& input, const LateLaunches& bound,
                         const std::vector<LateLaunches>& devices, const AllLaunches& launches) {
  const auto own = launches.by_device.find({bound.source, bound.device});
  if (own == launches.by_device.end()) return "";
  const auto calls_of = [](const LaunchTimes& times) {
    return static_cast<double>(times.kernel_calls);
  };
  const Runs runs = RunsOf(input.profile());
  std::vector<double> calls;
  std::set<SourceId> processes;
  size_t waiting = 0;
  for (const LateLaunches& other : devices) {
    const auto of_other = launches.by_device.find({other.source, other.device});
    if (of_other == launches.by_device.end() || other.source == bound.source) continue;
    if (runs.of_source[other.source.row()] != runs.of_source[bound.source.row()]) continue;
    if (!LaunchAsMuch(calls_of(own->second), calls_of(of_other->second))) continue;
    if (Share(other.short_gaps.time, other.span) > input.thresholds.waiting) {
      ++waiting;
      continue;
    }
    calls.push_back(MeanCall(of_other->second));
    processes.insert(other.source);
  }
  if (calls.empty() || calls.size() < waiting) return "";
  const double of_others = UpperMedian(calls), of_own = MeanCall(own->second);
  if (!IsSlower(of_own, of_others)) return "";
  return fmt::format(
      ". {} for them, as a launch takes {} there, {:.1f} times less: {}",
      processes.size() == 1 ? "Another process launches as many kernels and does not wait"
                            : "Other processes launch as many kernels and do not wait",
      FormatMicros(static_cast<Value>(of_others)), of_own / of_others, kSlowLaunchRemedy);
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
  finding.text = fmt::format("{}{}{} {}", is_bound ? "launch bound: " : "", NameOf(profile, most),
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
    text = fmt::format("; most of that is before {}", OpName(profile, most.op));
  } else if (before_op >= kTold) {
    text = fmt::format("; the largest part of that before one op, {}, is before {}",
                       Percent(before_op), OpName(profile, most.op));
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
      NameOf(input.profile(), most), Percent(Share(most.long_gaps.time, most.span)),
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
  if (OnlyWaits(most)) {
    verdict.findings.push_back(HostWaits(input, most, devices));
    return;
  }
  Finding finding;
  finding.id = "host_bound";
  finding.severity = Severity::kWarning;
  finding.share = waiting;
  const Gaps& gaps = most.long_gaps;
  finding.text = fmt::format(
      "{} is idle {} of the time while the host does something else than launching, in {}",
      NameOf(input.profile(), most), Percent(waiting),
      gaps.count == 1
          ? fmt::format("1 gap of {}", FormatMicros(gaps.longest))
          : fmt::format("{} gaps, the longest {}", gaps.count, FormatMicros(gaps.longest)));
  finding.text += WhenHostIsBusy(input.profile(), most) + InCalls(most);
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
  if (devices.empty()) {
    verdict.lacks = WhyNoDeviceWork(input.profile(), "nothing ran on an accelerator");
  } else if (launches.all.work == 0) {
    verdict.lacks = "the calls that start accelerators' work were not recorded";
  } else {
    PROFILER_ASSIGN_OR_RETURN(Finding finding, JudgeLaunches(input, devices, launches));
    verdict.findings.push_back(std::move(finding));
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
