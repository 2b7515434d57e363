#include "profiler/compare/page/causes/device_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/text/listed.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The host and the name of a device.
using DeviceName = std::pair<std::string_view, std::string_view>;
using TimesByDevice = std::map<DeviceName, std::vector<double>>;

TimesByDevice TimesByDeviceOf(const Side& side) {
  const Profile& profile = side.profile();
  TimesByDevice times;
  for (const DeviceInSteps& of : side.busy.devices) {
    if (!of.device.valid()) continue;
    const DeviceRow& row = profile.devices[of.device];
    std::vector<double>& all = times[{profile.strings[row.host], profile.strings[row.name]}];
    all.insert(all.end(), of.own.begin(), of.own.end());
  }
  return times;
}

struct DeviceChange {
  DeviceName name;
  Change change;
};

std::vector<DeviceChange> ChangesOfDevices(const TimesByDevice& before, const TimesByDevice& after,
                                           double tolerance) {
  std::vector<DeviceChange> devices;
  for (const auto& [name, times] : after) {
    const auto of_base = before.find(name);
    if (of_base == before.end() || of_base->second.empty() || times.empty()) continue;
    const Comparison comparison(of_base->second, times, tolerance);
    devices.push_back({name, comparison.OfOneAmong(after.size(), of_base->second, times)});
  }
  return devices;
}

// How long a device is in collectives in the mean step, in microseconds.
double TimeInCollectives(const Side& side) {
  const WorkInSteps& work = side.collectives;
  return std::accumulate(work.times.begin(), work.times.end(), 0.0) /
         static_cast<double>(std::max<size_t>(work.steps, 1));
}

// Whether the devices that did not change are longer or less in collectives, as they wait there.
bool DoOthersWait(const std::vector<DeviceChange>& changed, size_t all, const Side& base,
                  const Side& next) {
  constexpr double kMost = 0.5;
  const double others = static_cast<double>(all - changed.size()) / static_cast<double>(all);
  const double more = TimeInCollectives(next) - TimeInCollectives(base);
  return more / (others * changed.front().change.delta) >= kMost;
}

}  // namespace

RankChanges FindDeviceChanges(const Change& step, const Side& base, const Side& next,
                              double tolerance) {
  constexpr double kGoodPart = 0.2, kMost = 0.5;  // of the step's change
  constexpr size_t kMostNamed = 3;
  if (!step.is_slower_or_faster()) return {};
  const TimesByDevice before = TimesByDeviceOf(base), after = TimesByDeviceOf(next);
  if (before.size() != after.size()) return {};
  std::vector<DeviceChange> devices = ChangesOfDevices(before, after, tolerance);
  const size_t all = devices.size();
  if (all != after.size()) return {};
  std::erase_if(devices, [&](const DeviceChange& one) {
    return one.change.verdict != step.verdict || one.change.delta / step.delta < kGoodPart;
  });
  if (devices.empty() || devices.size() * 2 >= all) return {};
  std::stable_sort(devices.begin(), devices.end(), [](const auto& a, const auto& b) {
    return std::abs(a.change.delta) > std::abs(b.change.delta);
  });
  if (!DoOthersWait(devices, all, base, next)) return {};
  std::set<std::string_view> hosts;
  for (const auto& [name, times] : after) hosts.insert(name.first);
  std::vector<std::string> texts;
  for (const DeviceChange& one : devices) {
    const std::string of_host = hosts.size() > 1 ? fmt::format(" of {}", one.name.first) : "";
    texts.push_back(fmt::format("{}{} ({})", one.name.second, of_host,
                                ScaledText(std::abs(one.change.delta), Unit::kMicros)));
  }
  const bool is_one = devices.size() == 1;
  return {fmt::format("Of {} devices only {} take{} {} per step outside of collectives, in which "
                      "the others wait for {}: the time of collectives follows from that",
                      all, Listed(texts, kMostNamed), is_one ? "s" : "",
                      step.verdict == Verdict::kSlower ? "longer" : "less", is_one ? "it" : "them"),
          devices.front().change.delta / step.delta >= kMost};
}

}  // namespace profiler
