#include "profiler/advise/rules/accelerators/precision/plain_products.h"

#include <algorithm>
#include <set>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/shared_facts.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/ops/framework_op.h"

namespace profiler {
namespace {

// The GPUs that ran work of the source, or of any if it is invalid.
std::set<DeviceId> GpusOf(const Profile& profile, SourceId source) {
  std::set<DeviceId> gpus;
  for (const TrackRow& track : profile.tracks.values()) {
    const bool is_gpu =
        track.device.valid() && profile.devices[track.device].kind == DeviceKind::kGpu;
    if (is_gpu && (!source.valid() || track.source == source)) gpus.insert(track.device);
  }
  return gpus;
}

// The mean step of the run, in picoseconds; NaN if it has no steps.
double MeanStepOfRun(const RuleInput& input, uint32_t run) {
  const auto timings = SharedStepTimings(input.selected, input.query, input.context);
  if (!timings.ok()) return kAbsentReal;
  for (const StepTimings& one : **timings) {
    if (one.run_index == run && one.is_known() && !one.is_whole) return one.mean();
  }
  return kAbsentReal;
}

}  // namespace

Int128 KnownTime(const ComputePrecision& found) {
  return found[Precision::kBits16] + found[Precision::kBits32] + found[Precision::kOther];
}

double LowShare(const ComputePrecision& found) {
  return Share(found[Precision::kBits16], KnownTime(found));
}

double ShareWithoutTf32(const Profile& profile, const ComputePrecision& found, Int128 known,
                        std::optional<double> capability, double low) {
  const Framework framework = FrameworkOf(profile);
  const bool can_allow = framework == Framework::kPyTorch || framework == Framework::kJax;
  if (!capability || *capability < 8 || !can_allow) return 0;
  const double share = Share(found.plain_products, known);
  return share < low ? 0 : share;
}

void WarnOfPlainProducts(const RuleInput& input, const ComputePrecision& found, double low,
                         double most, Finding& finding) {
  const Profile& profile = input.profile();
  const bool is_plain = ShareWithoutTf32(profile, found, KnownTime(found),
                                         LowestCapability(profile, found.source), low) > 0;
  const std::set<DeviceId> gpus = GpusOf(profile, found.source);
  if (!is_plain || LowShare(found) >= low || gpus.empty()) return;
  const double time = static_cast<double>(found.plain_products) / static_cast<double>(gpus.size());
  const double of_step = time / MeanStepOfRun(input, found.run);
  if (!(of_step >= most)) return;
  finding.severity = Severity::kWarning;
  finding.share = std::min(of_step, 1.0);
  const DevicePeaks peaks = PeaksOf(profile, *gpus.begin(), input.query.device_peaks);
  const double left = 2 * peaks.plain_flops_per_second / peaks.flops_per_second;
  if (left < 1) finding.saves = static_cast<Value>(time * (1 - left));
}

}  // namespace profiler
