#include "profiler/advise/rules/accelerators/blocking_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/advise/rules/accelerators/launch_text.h"
#include "profiler/advise/rules/common/blocking_launch_remedy.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"

namespace profiler {
namespace {

// A device whose launches wait, and when it worked.
struct BlockedDevice {
  BlockingLaunches launches;
  LateLaunches late;

  double saved_share() const { return Share(launches.saved(), late.span); }
};

bool AreOfOneDevice(const BlockingLaunches& one, const LateLaunches& device) {
  return one.source == device.source && one.device == device.device;
}

std::vector<BlockedDevice> BlockedDevices(const std::vector<BlockingLaunches>& blocking,
                                          const std::vector<LateLaunches>& devices) {
  std::vector<BlockedDevice> blocked;
  for (const BlockingLaunches& one : blocking) {
    const auto device = std::find_if(devices.begin(), devices.end(), [&](const LateLaunches& late) {
      return AreOfOneDevice(one, late);
    });
    if (device == devices.end()) continue;
    blocked.push_back({one, *device});
  }
  return blocked;
}

Report BlockingEvidence(const Profile& profile, const std::vector<BlockedDevice>& blocked) {
  using C = ColumnOf<BlockedDevice>;
  return EvidenceOf<BlockedDevice>(
      {
          C::Number("span_us", Unit::kMicros, "", "From its first work to the end of its last.",
                    [](const BlockedDevice& one) { return one.late.span; }),
          C::Number("idle_us", Unit::kMicros, "",
                    "Of that, while nothing ran, in gaps of up to 1 ms before such kernels.",
                    [](const BlockedDevice& one) { return one.launches.idle; }),
          C::Number("waits_us", Unit::kMicros, "",
                    "While a thread was in a launch whose kernel had begun.",
                    [](const BlockedDevice& one) { return one.launches.waits; }),
          C::Number("waited_for", Unit::kCount, "", "Kernels that ended within their launch.",
                    [](const BlockedDevice& one) { return one.launches.waited_for; }),
          C::Number("kernels", Unit::kCount, "", "All whose launch is known.",
                    [](const BlockedDevice& one) { return one.launches.kernels; }),
      },
      blocked, [&](const BlockedDevice& one) { return LateDeviceName(profile, one.late); },
      "other devices");
}

}  // namespace

Finding BlockingLaunchesFinding(const Profile& profile,
                                const std::vector<BlockingLaunches>& blocking,
                                const std::vector<LateLaunches>& devices) {
  constexpr double kMuch = 0.05;  // of the device's time
  std::vector<BlockedDevice> blocked = BlockedDevices(blocking, devices);
  std::stable_sort(blocked.begin(), blocked.end(),
                   [](const auto& a, const auto& b) { return a.saved_share() > b.saved_share(); });
  const BlockedDevice& most = blocked.front();
  const BlockingLaunches& launches = most.launches;
  const bool is_much = most.saved_share() > kMuch;
  Finding finding;
  finding.id = "blocking_launches";
  finding.severity = WarningIf(is_much);
  finding.share = most.saved_share();
  finding.text = fmt::format(
      "launches wait for their kernels: on {}{} {} of {} kernels end before the call that launched "
      "them ({}) returns, so the host is never ahead, and the device is idle {} of the time in "
      "short gaps between them: {}",
      LateDeviceName(profile, most.late),
      blocked.size() == 1
          ? std::string()
          : fmt::format(" (and {} like it)", Count(blocked.size() - 1, "other device")),
      Percent(Share(launches.waited_for, launches.kernels)), launches.kernels,
      profile.strings[launches.call], Percent(Share(launches.idle, most.late.span)),
      BlockingLaunchRemedy(profile.strings[launches.call]));
  if (is_much && launches.steps > 0) finding.saves = launches.saved() / launches.steps;
  finding.command = "launches -top 10";
  SetPlace(profile, launches.source, finding);
  finding.evidence.push_back(BlockingEvidence(profile, blocked));
  return finding;
}

std::vector<LateLaunches> WithoutBlocking(const std::vector<LateLaunches>& devices,
                                          const std::vector<BlockingLaunches>& blocking) {
  std::vector<LateLaunches> others;
  std::copy_if(
      devices.begin(), devices.end(), std::back_inserter(others), [&](const LateLaunches& device) {
        return std::none_of(blocking.begin(), blocking.end(), [&](const BlockingLaunches& one) {
          return AreOfOneDevice(one, device);
        });
      });
  return others;
}

}  // namespace profiler
