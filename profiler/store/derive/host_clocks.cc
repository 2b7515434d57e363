#include "profiler/store/derive/host_clocks.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace profiler {
namespace {

constexpr Int128 kLeastDifference = 5'000'000'000'000;  // ps
constexpr int kMostStepsApart = 20;
constexpr size_t kLeastSteps = 3;  // that both hosts have
// So many show that hosts wait for each other: else their distance would change by more than this
// part of a step.
constexpr size_t kLeastTogether = 50;
constexpr int kPartOfStepTogether = 10;

// The begin of each step on a host, by mode and number: the earliest begin of the host's processes.
using Begins = std::map<std::pair<StringId, int64_t>, Int128>;

Int128 Median(std::vector<Int128> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The median time from one step to the next.
Int128 PeriodOf(const Begins& begins) {
  std::vector<Int128> in_order, distances;
  for (const auto& [step, begin] : begins) in_order.push_back(begin);
  std::sort(in_order.begin(), in_order.end());
  for (size_t i = 1; i < in_order.size(); ++i) {
    distances.push_back(in_order[i] - in_order[i - 1]);
  }
  return Median(std::move(distances));
}

Int128 LengthOf(Int128 picos) { return picos < 0 ? -picos : picos; }

// Whether distances of steps are as steady as only those of hosts that wait for each other are.
bool AreTogether(const std::vector<Int128>& apart, Int128 median, Int128 period) {
  if (apart.size() < kLeastTogether) return false;
  const auto far = std::count_if(apart.begin(), apart.end(), [&](Int128 one) {
    return kPartOfStepTogether * LengthOf(one - median) > period;
  });
  return static_cast<size_t>(far) * kPartOfStepTogether <= apart.size();
}

std::map<StringId, Begins> BeginsByHost(const Profile& profile) {
  std::map<StringId, Begins> hosts;
  for (const StepRow& step : profile.steps.values()) {
    if (!step.source.valid() || step.number == kUnknown || step.begin == kUnknown) continue;
    const StringId host = profile.sources[step.source].host;
    if (!host.valid()) continue;
    const Int128 begin = profile.time_axis.FromStart(step.source, step.begin);
    const auto [it, is_new] = hosts[host].try_emplace({step.name, step.number}, begin);
    it->second = std::min(it->second, begin);
  }
  return hosts;
}

}  // namespace

std::optional<ClockDifference> FindClockDifference(const Profile& profile) {
  const std::map<StringId, Begins> hosts = BeginsByHost(profile);
  std::optional<ClockDifference> found;
  for (const auto& [host, begins] : hosts) {
    const auto& [first, first_begins] = *hosts.begin();
    std::vector<Int128> apart;
    for (const auto& [step, begin] : begins) {
      const auto same = first_begins.find(step);
      if (same != first_begins.end()) apart.push_back(begin - same->second);
    }
    if (apart.size() < kLeastSteps) continue;
    const Int128 median = Median(apart), period = PeriodOf(first_begins);
    const Int128 most = AreTogether(apart, median, period)
                            ? period
                            : std::max(kLeastDifference, kMostStepsApart * period);
    const Int128 before = found.has_value() ? LengthOf(found->picos) : most;
    if (LengthOf(median) > std::max(most, before)) found = ClockDifference{first, host, median};
  }
  return found;
}

}  // namespace profiler
