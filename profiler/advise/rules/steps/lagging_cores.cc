#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/step_split/step_core_split.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/steps/step_sums.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct CoreThresholds {
  Threshold lag = {
      "lag", 0.1,
      "a core lags that computes for so much longer than the mean of its step's cores, "
      "as a share of the mean"};
  Threshold steps = {"steps", 0.75, "... in so many of the steps or more, 0 to 1", 1};
};

// A core's steps against the other cores.
struct CoreLag {
  std::string_view name;
  int64_t steps = 0, lagging = 0;
  Value computing = 0;
  double mean = 0;  // the sum of the means of the steps' cores, in picoseconds

  double Over() const { return mean > 0 ? static_cast<double>(computing) / mean : 1; }
  double LagShare() const {
    return static_cast<double>(lagging) / static_cast<double>(std::max<int64_t>(1, steps));
  }
};

// Without collectives, in which a core may wait for the others.
Value Computing(const CoreStep& core) {
  return core.split[StepPart::kDeviceCompute16] + core.split[StepPart::kDeviceCompute32];
}

// By core, those that compute for longest first. Steps on a single core tell nothing.
std::vector<CoreLag> LagsOfCores(const Profile& profile, const std::vector<CoreStep>& cores,
                                 double lag) {
  std::map<DeviceId, CoreLag> of_device;
  for (auto core = cores.begin(); core != cores.end();) {
    const auto first = core;
    double sum = 0;
    for (; core != cores.end() && core->sum == first->sum; ++core) {
      sum += static_cast<double>(Computing(*core));
    }
    if (core - first < 2 || sum <= 0) continue;
    const double mean = sum / static_cast<double>(core - first);
    for (auto one = first; one != core; ++one) {
      CoreLag& of = of_device[one->device];
      of.name = profile.strings[profile.devices[one->device].name];
      ++of.steps;
      of.lagging += static_cast<double>(Computing(*one)) >= mean * (1 + lag) ? 1 : 0;
      of.computing += Computing(*one);
      of.mean += mean;
    }
  }
  std::vector<CoreLag> lags;
  lags.reserve(of_device.size());
  for (const auto& [device, of] : of_device) lags.push_back(of);
  std::stable_sort(lags.begin(), lags.end(),
                   [](const CoreLag& a, const CoreLag& b) { return a.Over() > b.Over(); });
  return lags;
}

Finding Lagging(const std::vector<CoreLag>& lags) {
  const CoreLag& most = lags.front();
  Finding finding = Warning(
      "lagging_core", std::string(most.name),
      fmt::format(
          "{} computes for {:.0f}% longer than the mean of the cores, and lags in {} of {}: the "
          "others wait for it; look at how work and input are divided among cores",
          most.name, 100 * (most.Over() - 1), most.lagging,
          Count(static_cast<size_t>(most.steps), "step")),
      "steps -by device -order_by compute_us -top 20");
  using C = ColumnOf<CoreLag>;
  finding.evidence.push_back(EvidenceOf<CoreLag>(
      {
          C::Real("against_mean", Unit::kShare, "",
                  "Its time in computing over the mean of the cores.", &CoreLag::Over),
          C::Number("lagging_steps", Unit::kCount, "", "Steps in which it lags.",
                    &CoreLag::lagging),
          C::Number("steps", Unit::kCount, "", "Its steps.", &CoreLag::steps),
      },
      lags, &CoreLag::name, "cores that compute for less", kLittleEvidence));
  return finding;
}

absl::StatusOr<Verdict> JudgeCores(const InputOf<CoreThresholds>& input) {
  const Profile& profile = input.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<StepSum> sums,
                            AddUpSteps(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const SharedSplits splits,
                            SplitSteps(input.selected, sums, input.context));
  PROFILER_ASSIGN_OR_RETURN(std::vector<CoreStep> cores,
                            StepsByCore(input.selected, sums, *splits, input.context));
  std::erase_if(cores, [&](const CoreStep& core) {
    const StepSum& sum = sums[core.sum];
    return sum.steps.empty() || !input.selected.steps().Has(sum.steps[0]);
  });
  const std::vector<CoreLag> lags = LagsOfCores(profile, cores, input.thresholds.lag);
  Verdict verdict;
  if (lags.empty()) {
    verdict.lacks = "no step ran on several cores";
  } else if (lags.front().LagShare() >= input.thresholds.steps) {
    verdict.findings.push_back(Lagging(lags));
  }
  return verdict;
}

bool HasCores(const Profile& profile) {
  const auto& devices = profile.devices.values();
  return std::count_if(devices.begin(), devices.end(),
                       [](const DeviceRow& device) { return device.kind == DeviceKind::kTpu; }) > 1;
}

}  // namespace

extern const Rule kCoreChecker = RuleOf<CoreThresholds>{
    .name = "CoreChecker",
    .summary = "cores of TPUs that take longer for their part of a step than the others",
    .run = JudgeCores,
    .applies = HasCores,
};

}  // namespace profiler
