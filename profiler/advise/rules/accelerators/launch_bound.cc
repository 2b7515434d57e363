#include "profiler/advise/rules/accelerators/launch_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

using Gaps = LateLaunches::Gaps;

// The one in whose span such gaps have the largest share.
const LateLaunches& MostWaiting(const std::vector<LateLaunches>& devices,
                                Gaps LateLaunches::*gaps) {
  return *std::max_element(devices.begin(), devices.end(),
                           [&](const LateLaunches& a, const LateLaunches& b) {
                             return Share((a.*gaps).time, a.span) < Share((b.*gaps).time, b.span);
                           });
}

std::string NameOf(const Profile& profile, const LateLaunches& device) {
  return std::string(device.device.valid() ? profile.strings[profile.devices[device.device].name]
                                           : std::string_view("a device"));
}

std::string_view OpName(const Profile& profile, StringId op) {
  return op.valid() ? profile.strings[op] : std::string_view("what is of no op");
}

// What launches most; of equal ones the first as `launches` shows them.
const LaunchesOfOp& MostLaunches(const AllLaunches& launches) {
  return *std::max_element(launches.by_op.begin(), launches.by_op.end(),
                           [](const LaunchesOfOp& a, const LaunchesOfOp& b) {
                             return a.times.kernels < b.times.kernels;
                           });
}

Report Evidence(const Profile& profile, const std::vector<LateLaunches>& devices) {
  EvidenceTable evidence({
      EvidenceNumber("span_us", Unit::kMicros, "From its first work to the end of its last."),
      EvidenceNumber("idle_us", Unit::kMicros, "Of that, while nothing ran."),
      EvidenceNumber("short_us", Unit::kMicros,
                     "Of that, in short gaps until work came that was launched in the gap."),
      EvidenceNumber("short_gaps", Unit::kCount, "How many."),
      EvidenceNumber("long_us", Unit::kMicros, "The same of long gaps."),
      EvidenceNumber("long_gaps", Unit::kCount, "How many."),
      EvidenceNumber("work", Unit::kCount, "Kernels and copies."),
  });
  for (const LateLaunches& one : devices) {
    evidence.Add(NameOf(profile, one),
                 {one.span, one.idle, one.short_gaps.time, static_cast<Value>(one.short_gaps.count),
                  one.long_gaps.time, static_cast<Value>(one.long_gaps.count),
                  static_cast<Value>(one.work)});
  }
  return evidence.Take("other devices");
}

Finding JudgeLaunches(const RuleInput& input, const std::vector<LateLaunches>& devices,
                      const AllLaunches& launches) {
  const Profile& profile = input.profile();
  const LateLaunches& most = MostWaiting(devices, &LateLaunches::short_gaps);
  const double waiting = Share(most.short_gaps.time, most.span);
  const LaunchTimes& all = launches.all;
  const bool is_bound = waiting > input.threshold("waiting") &&
                        Share(most.short_gaps.count, most.work) > input.threshold("gaps");
  Finding finding;
  finding.id = is_bound ? "launch_bound" : "launches";
  finding.severity = is_bound ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  finding.text = fmt::format(
      "{}{} is empty in {} of its time until the host launches the next kernel, before {} of {}; a "
      "kernel takes {} in the mean, its launch {}, and {} of the kernels take less than their "
      "launch",
      is_bound ? "launch bound: " : "", NameOf(profile, most), Percent(waiting, 1),
      most.short_gaps.count, most.work,
      FormatMicros(all.kernel_time / std::max<int64_t>(all.kernels, 1)),
      FormatMicros(all.call_time / std::max<int64_t>(all.calls, 1)),
      Percent(Share(all.short_kernels, all.kernels), 1));
  if (is_bound) {
    const LaunchesOfOp& op = MostLaunches(launches);
    finding.text += fmt::format(
        "; {} launches most ({} of {}). Launch less: a bigger batch, fused or foreach optimizers, "
        "XLA or torch.compile, CUDA graphs (mode=\"reduce-overhead\")",
        OpName(profile, op.op), op.times.kernels, all.kernels);
  }
  finding.command = "launches -top 10";
  finding.evidence = Evidence(profile, devices);
  return finding;
}

// "; most of that is before aten::mm", and what the host ran meanwhile.
std::string WhenHostIsBusy(const Profile& profile, const LateLaunches& most) {
  const Int128 all = most.long_gaps.time;
  std::string text =
      2 * most.op_time > all
          ? fmt::format("; most of that is before {}", OpName(profile, most.op))
          : fmt::format("; the largest part of that before one op, {}, is before {}",
                        Percent(Share(most.op_time, all), 1), OpName(profile, most.op));
  if (most.host_op.valid()) {
    text += fmt::format(". For {1} of it the host is in {0} itself", profile.strings[most.host_op],
                        Percent(Share(most.host_op_time, all), 1));
  }
  return text;
}

// Told only where it is much: input and other rules may know why.
void JudgeHost(const RuleInput& input, const std::vector<LateLaunches>& devices, Verdict& verdict) {
  const LateLaunches& most = MostWaiting(devices, &LateLaunches::long_gaps);
  const double waiting = Share(most.long_gaps.time, most.span);
  if (waiting <= input.threshold("waiting")) return;
  Finding finding;
  finding.id = "host_bound";
  finding.severity = FindingSeverity::kWarning;
  finding.text = fmt::format(
      "{} is empty in {} of its time while the host does something else than launching, {} at once "
      "in the mean ({})",
      NameOf(input.profile(), most), Percent(waiting, 1),
      FormatMicros(most.long_gaps.time / most.long_gaps.count),
      Count(static_cast<size_t>(most.long_gaps.count), "gap"));
  finding.text += WhenHostIsBusy(input.profile(), most);
  finding.command =
      most.host_op.valid()
          ? fmt::format("ops -show_name_regexes {} -order_by self_us",
                        QuoteWord(".*" + NameRegex(input.profile().strings[most.host_op])))
          : "idle -where 'cause == \"host\"' -order_by op_us -top 10";
  finding.evidence = Evidence(input.profile(), devices);
  verdict.findings.push_back(std::move(finding));
}

}  // namespace

absl::StatusOr<Verdict> LaunchBound(const RuleInput& input) {
  const auto longest = static_cast<Int128>(input.threshold("longest_gap_us") * kPicosPerMicro);
  PROFILER_ASSIGN_OR_RETURN(const auto devices,
                            LateLaunchesOf(input.selected, longest, input.context));
  PROFILER_ASSIGN_OR_RETURN(const AllLaunches launches,
                            LaunchesByOp(input.selected, input.context));
  Verdict verdict;
  if (devices.empty()) {
    verdict.lacks = "nothing ran on an accelerator";
  } else if (launches.all.kernels == 0) {
    verdict.lacks = "the calls that start accelerators' work were not recorded";
  } else {
    verdict.findings.push_back(JudgeLaunches(input, devices, launches));
    JudgeHost(input, devices, verdict);
  }
  return verdict;
}

}  // namespace profiler
