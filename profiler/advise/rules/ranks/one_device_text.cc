#include "profiler/advise/rules/ranks/one_device_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/same_ops_text.h"
#include "profiler/analysis/collectives/waits/device_steps.h"
#include "profiler/analysis/instructions/ops_of_devices.h"

namespace profiler {
namespace {

struct DeviceMean {
  DeviceId device;
  double computing = 0;  // of a step, in picoseconds
};

// The devices of a source, the slowest first. Empty if it has only one.
std::vector<DeviceMean> MeansOfDevices(const RuleInput& input, SourceId source) {
  const auto steps = StepsByDevice(input.selected, input.context);
  if (!steps.ok()) return {};
  std::map<DeviceId, std::pair<Int128, int64_t>> sums;
  for (const DeviceStep& one : *steps) {
    if (!(input.profile().steps[one.step].source == source)) continue;
    auto& [sum, count] = sums[one.device];
    sum += one.computing;
    ++count;
  }
  std::vector<DeviceMean> means;
  means.reserve(sums.size());
  for (const auto& [device, sum] : sums) {
    means.push_back({device, static_cast<double>(sum.first) / static_cast<double>(sum.second)});
  }
  std::stable_sort(means.begin(), means.end(), [](const DeviceMean& a, const DeviceMean& b) {
    return a.computing > b.computing;
  });
  return means;
}

}  // namespace

std::string_view KindOfDevices(const Profile& profile, SourceId source) {
  const auto& tracks = profile.tracks.values();
  const bool has_tpu = std::any_of(tracks.begin(), tracks.end(), [&](const TrackRow& track) {
    return track.source == source && track.device.valid() &&
           profile.devices[track.device].kind == DeviceKind::kTpu;
  });
  return has_tpu ? "TPU" : "GPU";
}

std::string OneDeviceText(const RuleInput& input, const RankSteps& slow) {
  constexpr double kSlower = 1.1, kAlike = 1.05;
  const Profile& profile = input.profile();
  const std::vector<DeviceMean> means = MeansOfDevices(input, slow.source);
  if (means.size() < 2) return "";
  double others = 0;
  for (const DeviceMean& one : means) others += one.computing;
  others = (others - means.front().computing) / static_cast<double>(means.size() - 1);
  const bool is_alone = means.front().computing >= kSlower * others &&
                        means[1].computing <= kAlike * means.back().computing;
  if (!is_alone) return "";
  const auto ops = CompareOps(input.selected, means.front().device, means[1].device, input.context);
  std::string remedy = ": compare its part of the work with theirs";
  if (ops.ok() && ops->are_same) {
    remedy =
        "; " + SameOpsText(profile, *ops, profile.strings[profile.devices[means[1].device].name]);
  } else if (ops.ok() && HasMoreWork(*ops, means.front().computing / others)) {
    remedy = fmt::format(
        " and does {:.2f} times as many float operations: it has more work, so divide the work "
        "evenly",
        ops->flops_ratio);
  }
  return fmt::format(
      ". Of its {} {}s only {} is slower: it computes {:.2f} times as long as the others ({} a "
      "step, {} there){}",
      means.size(), KindOfDevices(profile, slow.source),
      profile.strings[profile.devices[means.front().device].name], means.front().computing / others,
      FormatMicros(static_cast<Value>(means.front().computing)),
      FormatMicros(static_cast<Value>(others)), remedy);
}

}  // namespace profiler
