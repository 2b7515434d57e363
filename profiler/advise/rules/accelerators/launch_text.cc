#include "profiler/advise/rules/accelerators/launch_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/slow_launches.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr double kToldShare = 0.005;  // less is 0% as text

// Text such as "its launch 6 us", without a launch that takes longer than all others together.
// `all` are the times of the launches without those that wait for room in the queue.
std::string LaunchText(const Profile& profile, const AllLaunches& launches,
                       const LaunchTimes& all) {
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
                     LaunchedOpName(profile, launches.longest_op), FormatMicros(longest));
}

// The times of launches without the calls that wait for room in the queue.
LaunchTimes WithoutQueueWaits(LaunchTimes times) {
  times.kernels -= times.waiting_kernels;
  times.short_kernels -= times.waiting_short_kernels;
  times.kernel_calls -= times.waiting_calls;
  times.kernel_call_time -= times.waiting_call_time;
  times.waiting_kernels = times.waiting_short_kernels = times.waiting_calls = 0;
  times.waiting_call_time = 0;
  return times;
}

// Whether calls that launch wait for a place in the queues of devices, which have work for long.
bool AreQueuesFull(const LaunchTimes& all) {
  constexpr int64_t kManyKernels = 100;
  const Int128 kernel = all.kernel_time / std::max<int64_t>(all.kernels, 1);
  const Int128 call = all.kernel_call_time / std::max<int64_t>(all.kernel_calls, 1);
  if (2 * all.waiting_calls > all.kernel_calls) return true;
  return all.work > 0 && kernel > 0 && all.delay / all.work >= kManyKernels * kernel &&
         2 * call >= kernel;
}

}  // namespace

std::string LateDeviceName(const Profile& profile, const LateLaunches& device) {
  const std::string process = ProcessName(profile, device.source);
  return fmt::format("{}{}{}",
                     device.device.valid() ? profile.strings[profile.devices[device.device].name]
                                           : std::string_view("a device"),
                     process.empty() ? "" : " of ", process);
}

std::string_view LaunchedOpName(const Profile& profile, StringId op) {
  return op.valid() ? profile.strings[op] : std::string_view("what is of no op");
}

std::string_view OfShortSpan(const std::vector<LateLaunches>& devices, const LateLaunches& most) {
  constexpr double kFarShorter = 0.95;
  const bool is_short = std::any_of(devices.begin(), devices.end(), [&](const auto& one) {
    return Share(most.span, one.span) < kFarShorter;
  });
  const bool waits = Share(most.until_launch(), most.span) >= kToldShare;
  return is_short && !waits ? ", between its first and its last work," : "";
}

bool HostOnlyWaits(const LateLaunches& most) {
  return 2 * most.host_waits > most.long_gaps.time && 2 * most.host_works < most.long_gaps.time;
}

std::string IdleUntilLaunch(const InputOf<LaunchThresholds>& input, const LateLaunches& most) {
  const LateLaunches::Gaps& brief = most.short_gaps;
  const LateLaunches::Gaps& longer = most.long_gaps;
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
        HostOnlyWaits(most) ? "waits for a device" : "does something else than launching"));
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? ": " : i + 1 == parts.size() ? ", and " : ", ") + parts[i];
  }
  if (100 * most.in_calls < most.span) return text;
  return text + fmt::format(", {} in long calls that launch, which may load code",
                            Percent(Share(most.in_calls, most.span)));
}

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
  const LaunchTimes counted = WithoutQueueWaits(all);
  const std::string left_out =
      all.waiting_calls == 0
          ? ""
          : fmt::format(" (without {} of {} that take long while a hundred or more are queued)",
                        all.waiting_calls, all.kernel_calls);
  return fmt::format("{}, {}{}, and {} of {}kernels take less than {}", kernel,
                     LaunchText(profile, launches, counted), left_out,
                     Percent(Share(counted.short_kernels, counted.kernels)),
                     left_out.empty() ? "the " : "the other ",
                     all.kernels > all.kernel_calls ? "their part of a launch" : "their launch");
}

std::string MostLaunchesText(const Profile& profile, const AllLaunches& launches) {
  constexpr double kWorthName = 0.05;
  const auto op = std::max_element(launches.by_op.begin(), launches.by_op.end(),
                                   [](const LaunchesOfOp& a, const LaunchesOfOp& b) {
                                     return a.times.kernels < b.times.kernels;
                                   });
  const int64_t all = launches.all.kernels;
  if (op == launches.by_op.end() || Share(op->times.kernels, all) < kWorthName) return "";
  const bool is_known =
      std::any_of(launches.by_op.begin(), launches.by_op.end(),
                  [](const LaunchesOfOp& one) { return one.op.valid() && one.times.kernels > 0; });
  if (!is_known) return "; which ops launch the kernels was not recorded";
  const int64_t kernels = op->times.kernels;
  if (!op->op.valid()) {
    return fmt::format("; {} of {} kernels are launched outside of recorded ops", kernels, all);
  }
  const std::string_view name = LaunchedOpName(profile, op->op);
  const std::string part = fmt::format("({} of {})", kernels, all);
  if (2 * kernels > all) return fmt::format("; {} launches most kernels {}", name, part);
  const auto as_many =
      std::count_if(launches.by_op.begin(), launches.by_op.end(),
                    [&](const LaunchesOfOp& one) { return one.times.kernels == kernels; });
  if (as_many > 1) return fmt::format("; no op launches more kernels than {} {}", name, part);
  return fmt::format("; {} launches more kernels than any other op {}", name, part);
}

}  // namespace profiler
