#include "profiler/advise/rules/metrics/stop_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/ends/ended_nodes.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// GPUs that are used more than this, in percent, go on.
constexpr double kGoOn = 30;

// "h2/gpu4", "all 12 GPUs", "3 GPUs, algo-1/gpu0 and others,".
std::string WhoStops(const LongStop& stop) {
  if (stop.gpus.size() == 1) return stop.gpus.front();
  if (stop.others == 0) return fmt::format("all {} GPUs", stop.gpus.size());
  return fmt::format("{} GPUs, {} and others,", stop.gpus.size(), stop.gpus.front());
}

std::string StopTimeText(const LongStop& stop) {
  const Int128 length = Int128{stop.time.end} - stop.time.begin;
  return fmt::format("at 0% for {}, {} of the recording, from {} after its start{}",
                     FormatMicros(Value(length)), Percent(stop.share),
                     FormatMicros(Value(stop.time.begin)), stop.until_end ? " until the end" : "");
}

// Whether the others use far less power than before, as GPUs that only wait in a collective do.
bool OthersSpin(const LongStop& stop) {
  constexpr double kFarLess = 0.6;
  return stop.power_of_others &&
         stop.power_of_others->during < kFarLess * stop.power_of_others->before;
}

std::string GoingOnText(const LongStop& stop) {
  std::string text = fmt::format(
      "the other {} at {:.0f}%",
      stop.others == 1 ? "GPU is" : fmt::format("{} GPUs are", stop.others), stop.use_of_others);
  if (stop.power_of_others) {
    text += fmt::format(" with {:.0f} W each, {:.0f} W before", stop.power_of_others->during,
                        stop.power_of_others->before);
  }
  return text;
}

std::string StopOfSomeText(const LongStop& stop) {
  const std::string_view it = stop.gpus.size() == 1 ? "it" : "them";
  const std::string remedy =
      OthersSpin(stop)
          ? fmt::format(
                "They likely wait for {} in a collective, which keeps a GPU at 100% with "
                "little power: look at the stack (py-spy dump), the log and the GPU errors "
                "(dmesg, nvidia-smi) of the process that uses {}",
                it, it)
          : fmt::format(
                "Look at whether the process that uses {} ended, waits or hangs (its log, "
                "py-spy dump)",
                it);
  return fmt::format("{} {} {}, after use; {} then. {}", WhoStops(stop),
                     stop.gpus.size() == 1 ? "is" : "are", StopTimeText(stop), GoingOnText(stop),
                     remedy);
}

std::string StopOfAllText(const LongStop& stop, std::string_view steps) {
  return fmt::format(
      "{} {} once, {}{}. Look at what the job did then: a checkpoint, an evaluation, a wait for "
      "storage or for a node that was replaced",
      WhoStops(stop), stop.gpus.size() == 1 ? "stops" : "stop", StopTimeText(stop), steps);
}

// Whether it is between two recorded steps. Most of a job may run before or after these.
bool IsBetweenSteps(const IntervalIndex& steps, const Interval& time) {
  constexpr int kHardlyAny = 10;
  const std::vector<Interval>& all = steps.intervals();
  if (all.empty() || time.begin < all.front().begin || time.end > all.back().end) return false;
  return kHardlyAny * steps.Of(time.begin, time.end) < Int128{time.end} - time.begin;
}

Finding EndedNodesFinding(const Profile& profile, const EndedNodes& ended) {
  constexpr size_t kMostNodes = 3;
  const bool is_one = ended.nodes.size() == 1;
  const std::string who = Listed(ended.nodes, kMostNodes);
  Finding finding = WarnOfMetric(
      "ended_node", is_one ? ended.nodes.front() : "job",
      fmt::format(
          "{} {} no samples in the last {} of the recording, and the steps end at about the same "
          "time. The GPUs of the other {} nodes are at {:.0f}% then and their network carries {} a "
          "sample, {} before: they likely wait in a collective for processes that are gone. Look "
          "at the logs of {}, the kernel's (dmesg) and the cloud's events, and let the job restart "
          "where a rank is lost (torchrun --max-restarts, NCCL's timeout)",
          who, is_one ? "has" : "have", FormatMicros(ended.after), ended.others,
          ended.use_of_others, SampleBytesText(ended.then), SampleBytesText(ended.before), who),
      kGpuUtilization);
  finding.stops_job = true;
  finding.command = "metrics -by node";
  if (is_one) SetPlaceOfHost(profile, ended.nodes.front(), finding);
  return finding;
}

}  // namespace

void AddStopFindings(const RuleInput& input, const JobTimes& job, const StopLimits& limits,
                     std::vector<Finding>& findings) {
  const Profile& profile = input.profile();
  const IntervalIndex steps(job.StepTimes());
  const std::vector<MetricSeries> series = PickSeries(input.selected);
  if (const std::optional<EndedNodes> ended = FindEndedNodes(profile, series, job)) {
    findings.push_back(EndedNodesFinding(profile, *ended));
  }
  for (const LongStop& stop : LongStopsOf(profile, series, limits)) {
    const bool go_on = stop.others > 0 && stop.use_of_others >= kGoOn;
    if (stop.until_end && (!go_on || stop.gpus.size() >= stop.others)) continue;
    const bool is_between = IsBetweenSteps(steps, stop.time);
    Finding finding = WarnOfMetric(
        go_on ? "stopped_gpu" : "long_stop", stop.gpus.size() == 1 ? stop.gpus.front() : "job",
        go_on ? StopOfSomeText(stop) : StopOfAllText(stop, is_between ? ", between two steps" : ""),
        kGpuUtilization);
    finding.command =
        fmt::format("dips -metric {} -below {:g} -format pretty", kGpuUtilization, limits.idle);
    if (stop.nodes.size() == 1) SetPlaceOfHost(profile, stop.nodes.front(), finding);
    findings.push_back(std::move(finding));
  }
}

}  // namespace profiler
