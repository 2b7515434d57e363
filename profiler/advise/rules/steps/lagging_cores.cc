#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/common/same_ops_text.h"
#include "profiler/analysis/collectives/waits/device_steps.h"
#include "profiler/analysis/instructions/ops_of_devices.h"
#include "profiler/analysis/selection/short_name.h"
#include "profiler/analysis/step_split/step_core_split.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

struct CoreThresholds {
  Threshold lag = {
      "lag", 0.1,
      "a core or GPU lags that computes for so much longer than the mean of its step's devices, "
      "as a share of the mean"};
  Threshold steps = {"steps", 0.75, "... in so many of the steps or more, 0 to 1", 1};
  Threshold wait = {"wait", 0.05, "... and for which other GPUs wait for so much of a step or more",
                    1};
};

// A step on one of the devices that take it together.
struct LagStep {
  size_t group = 0;  // those of one step and process follow each other
  StepId step;
  DeviceId device;
  Value computing = 0;  // without collectives, in which a device may wait for the others
  Value wait = kAbsent;
};

// A device's steps against those of the other devices. Times in picoseconds.
struct CoreLag {
  DeviceId device;
  std::string name;
  int64_t steps = 0, lagging = 0;
  Int128 computing = 0, wait = 0, span = 0;
  double mean = 0;           // the sum of the means of the steps' devices
  double others = 0;         // the same without this device
  double others_wait = 0;    // the sum of the means of what the other devices wait
  double costs = 0;          // the part of it that this device causes by computing for longer
  size_t other_devices = 0;  // the most of a step
  bool knows_waits = false;

  double Over() const { return mean > 0 ? static_cast<double>(computing) / mean : 1; }
  double OverOthers() const { return others > 0 ? static_cast<double>(computing) / others : 1; }
  double LagShare() const {
    return static_cast<double>(lagging) / static_cast<double>(std::max<int64_t>(1, steps));
  }
  double CostShare() const { return span > 0 ? costs / static_cast<double>(span) : 0; }
  double AStep(double sum) const { return sum / static_cast<double>(std::max<int64_t>(1, steps)); }
  Value WaitAStep() const {
    return knows_waits ? static_cast<Value>(wait / std::max<int64_t>(1, steps)) : kAbsent;
  }
};

using WaitsOfDevices = std::map<std::pair<StepId, DeviceId>, Int128>;

// The cores of TPUs.
absl::StatusOr<std::vector<LagStep>> CoresOf(const RuleInput& input, const WaitsOfDevices& waits) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSum> sums,
                            AddUpSteps(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const SharedSplits splits,
                            SplitSteps(input.selected, sums, input.context));
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CoreStep> cores,
                            StepsByCore(input.selected, sums, *splits, input.context));
  std::vector<LagStep> steps;
  for (const CoreStep& core : cores) {
    const StepSum& sum = sums[core.sum];
    if (sum.steps.empty() || !input.selected.steps().Has(sum.steps[0])) continue;
    const Value computing =
        core.split[StepPart::kDeviceCompute16] + core.split[StepPart::kDeviceCompute32];
    Value wait = kAbsent;
    for (const StepId step : sum.steps) {
      const auto of = waits.find({step, core.device});
      if (of != waits.end()) wait = static_cast<Value>(of->second);
    }
    steps.push_back({core.sum, sum.steps[0], core.device, computing, wait});
  }
  return steps;
}

// Adds the GPUs of processes that meet in collectives.
void AddGpus(const Profile& profile, const std::vector<DeviceStep>& devices,
             std::vector<LagStep>& steps) {
  size_t group = steps.empty() ? 0 : steps.back().group;
  StepId last;
  for (const DeviceStep& one : devices) {
    if (profile.devices[one.device].kind != DeviceKind::kGpu) continue;
    group += one.step == last ? 0 : 1;
    last = one.step;
    steps.push_back({group, one.step, one.device, static_cast<Value>(one.computing),
                     one.knows_wait ? static_cast<Value>(one.wait) : kAbsent});
  }
}

// Adds a device's step, of which `all` are those of the step's devices.
void AddLagStep(const Profile& profile, const LagStep& one, const std::vector<LagStep>& all,
                double lag, CoreLag& of) {
  const auto count = static_cast<double>(all.size());
  double sum = 0, waits = 0;
  Value longest_other = 0;
  for (const LagStep& other : all) {
    sum += static_cast<double>(other.computing);
    if (other.device == one.device) continue;
    waits += static_cast<double>(OrZero(other.wait));
    longest_other = std::max(longest_other, other.computing);
  }
  const auto computing = static_cast<double>(one.computing);
  const StepRow& step = profile.steps[one.step];
  of.device = one.device;
  ++of.steps;
  of.lagging += computing >= sum / count * (1 + lag) ? 1 : 0;
  of.computing += one.computing;
  of.wait += OrZero(one.wait);
  if (step.begin != kUnknown && step.end != kUnknown) of.span += Int128{step.end} - step.begin;
  of.mean += sum / count;
  of.others += (sum - computing) / (count - 1);
  of.others_wait += waits / (count - 1);
  of.costs += std::clamp(waits / (count - 1) - static_cast<double>(OrZero(one.wait)), 0.0,
                         static_cast<double>(std::max<Value>(0, one.computing - longest_other)));
  of.other_devices = std::max(of.other_devices, all.size() - 1);
  of.knows_waits = of.knows_waits || one.wait != kAbsent;
}

// By device, those that compute for longest first. Steps on a single device tell nothing.
std::vector<CoreLag> LagsOfDevices(const Profile& profile, const std::vector<LagStep>& steps,
                                   double lag) {
  std::map<DeviceId, CoreLag> of_device;
  for (auto step = steps.begin(); step != steps.end();) {
    const auto first = step;
    double sum = 0;
    for (; step != steps.end() && step->group == first->group; ++step) {
      sum += static_cast<double>(step->computing);
    }
    if (step - first < 2 || sum <= 0) continue;
    const std::vector<LagStep> all(first, step);
    for (const LagStep& one : all) AddLagStep(profile, one, all, lag, of_device[one.device]);
  }
  std::vector<CoreLag> lags;
  lags.reserve(of_device.size());
  for (const auto& [device, of] : of_device) {
    lags.push_back(of);
    lags.back().name = CoreName(profile, device);
  }
  std::stable_sort(lags.begin(), lags.end(),
                   [](const CoreLag& a, const CoreLag& b) { return a.Over() > b.Over(); });
  return lags;
}

Report LagEvidence(const std::vector<CoreLag>& lags, std::string_view noun) {
  using C = ColumnOf<CoreLag>;
  Report table = EvidenceOf<CoreLag>(
      {
          C::Real("against_mean", Unit::kShare, "",
                  "Its time in computing over the mean of the devices.", &CoreLag::Over),
          C::Number("lagging_steps", Unit::kCount, "", "Steps in which it lags.",
                    &CoreLag::lagging),
          C::Number("steps", Unit::kCount, "", "Its steps.", &CoreLag::steps),
          C::Number("wait_us", Unit::kMicros, "",
                    "While it only waits in collectives for the last device, a step.",
                    &CoreLag::WaitAStep)
              .Optional(),
      },
      lags, &CoreLag::name, fmt::format("{} that compute for less", noun), kLittleEvidence);
  DropEmptyColumns(table);
  return table;
}

// What to do about the core that lags most, by what it and others run.
absl::StatusOr<std::string> CoreRemedy(const InputOf<CoreThresholds>& input,
                                       const std::vector<CoreLag>& lags) {
  const CoreLag& most = lags.front();
  PROFILER_ASSIGN_OR_RETURN(OpsOfTwo ops,
                            CompareOps(input.selected, most.device, lags[1].device, input.context));
  if (ops.are_same) {
    // Those of the core that computes for least differ most.
    const CoreLag& least = lags.back();
    if (lags.size() > 2) {
      PROFILER_ASSIGN_OR_RETURN(
          ops, CompareOps(input.selected, most.device, least.device, input.context));
    }
    return SameOpsText(input.profile(), ops, least.name);
  }
  if (HasMoreWork(ops, most.OverOthers())) {
    return fmt::format(
        "it does {:.2f} times as many float operations, so it has more work: divide the work "
        "evenly among cores",
        ops.flops_ratio);
  }
  return "look at how work and input are divided among cores";
}

// `remedy` is of a core.
Finding Lagging(const Profile& profile, const std::vector<CoreLag>& lags,
                const std::string& remedy) {
  const CoreLag& most = lags.front();
  const bool is_gpu = profile.devices[most.device].kind == DeviceKind::kGpu;
  const auto micros = [&](double sum) { return FormatMicros(static_cast<Value>(most.AStep(sum))); };
  const std::string costs =
      most.AStep(most.costs) >= 1 ? ", " + micros(most.others_wait) + " a step" : "";
  Finding finding = Warning(
      "lagging_core", most.name,
      fmt::format(
          "{} computes {:.2f} times as long as {} ({} a step, {} there), and lags in {} of "
          "{}: {} for it{}; {}",
          most.name, most.OverOthers(),
          most.other_devices == 1
              ? fmt::format("the other {}", is_gpu ? "GPU" : "core")
              : fmt::format("the other {} {}", most.other_devices, is_gpu ? "GPUs" : "cores"),
          micros(static_cast<double>(most.computing)), micros(most.others), most.lagging,
          Count(static_cast<size_t>(most.steps), "step"),
          most.other_devices == 1 ? "the other one waits" : "the others wait", costs,
          is_gpu ? "look at how work and input are divided among the GPUs of the process, and at "
                   "this one's clocks, power and temperature"
                 : remedy),
      is_gpu ? "collectives -by rank" : "steps -by device -order_by compute_us -top 20");
  if (most.AStep(most.costs) >= 1) finding.saves = static_cast<Value>(most.AStep(most.costs));
  finding.share = std::min(1.0, most.CostShare());
  SetPlace(profile, most.device, finding);
  finding.evidence.push_back(LagEvidence(lags, is_gpu ? "GPUs" : "cores"));
  return finding;
}

absl::StatusOr<Verdict> JudgeCores(const InputOf<CoreThresholds>& input) {
  const Profile& profile = input.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<DeviceStep> devices,
                            StepsByDevice(input.selected, input.context));
  WaitsOfDevices waits;
  for (const DeviceStep& one : devices) {
    if (one.knows_wait) waits[{one.step, one.device}] = one.wait;
  }
  PROFILER_ASSIGN_OR_RETURN(std::vector<LagStep> steps, CoresOf(input, waits));
  AddGpus(profile, devices, steps);
  const std::vector<CoreLag> lags = LagsOfDevices(profile, steps, input.thresholds.lag);
  Verdict verdict;
  if (lags.empty()) {
    verdict.lacks =
        "no step ran on several cores of TPUs, or on GPUs of one process that meet in "
        "collectives";
    return verdict;
  }
  const CoreLag& most = lags.front();
  const bool is_gpu = profile.devices[most.device].kind == DeviceKind::kGpu;
  const bool is_waited_for = !is_gpu || most.CostShare() >= input.thresholds.wait;
  if (most.LagShare() >= input.thresholds.steps && is_waited_for) {
    std::string remedy;
    if (!is_gpu && lags.size() > 1) {
      PROFILER_ASSIGN_OR_RETURN(remedy, CoreRemedy(input, lags));
    }
    verdict.findings.push_back(Lagging(profile, lags, remedy));
  }
  return verdict;
}

// Whether some process used several TPU cores or GPUs.
bool HasCores(const Profile& profile) {
  std::map<SourceId, DeviceId> of_source;
  for (const TrackRow& track : profile.tracks.values()) {
    if (!track.device.valid()) continue;
    const DeviceKind kind = profile.devices[track.device].kind;
    if (kind != DeviceKind::kTpu && kind != DeviceKind::kGpu) continue;
    if (IsShortName(profile, track.device)) continue;
    const auto [at, is_new] = of_source.try_emplace(track.source, track.device);
    if (!is_new && !(at->second == track.device)) return true;
  }
  return false;
}

}  // namespace

extern const Rule kCoreChecker = RuleOf<CoreThresholds>{
    .name = "CoreChecker",
    .summary =
        "TPU cores, and GPUs of a process, that take longer for their part of a step than the "
        "others",
    .run = JudgeCores,
    .applies = HasCores,
};

}  // namespace profiler
