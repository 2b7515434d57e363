#include "profiler/compare/page/op_clock.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/compare/change.h"
#include "profiler/compare/stats/median.h"
#include "profiler/store/kinds.h"

namespace profiler {
namespace {

constexpr double kMostly = 0.5;
constexpr StepPart kHostParts[] = {StepPart::kHostCompute, StepPart::kKernelLaunch};

double SumOf(const std::vector<double>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0);
}

double TypicalOf(const Side& side, const std::vector<double>& times) {
  std::vector<double> room;
  return MedianOf(side.samples.Of(times, room));
}

bool IsMostlyOfHosts(const Side& side) {
  double whole = 0, hosts = 0;
  for (const StepTimings& run : side.timings) {
    whole += SumOf(run.totals);
    for (const StepPart part : kHostParts) hosts += SumOf(run.Of(part));
  }
  return hosts >= kMostly * whole;
}

bool RecordsAccelerators(const Side& side) {
  const auto& devices = side.profile().devices.values();
  return std::any_of(devices.begin(), devices.end(),
                     [](const DeviceRow& device) { return IsAccelerator(device.kind); });
}

bool ChangeIsMostlyOfHosts(const Side& base, const Side& next) {
  const double before = TypicalOf(base, base.totals);
  const double change = TypicalOf(next, next.totals) - before;
  if (std::abs(change) < kDefaultTolerance * before) return false;
  double of_hosts = 0;
  for (const StepPart part : kHostParts) {
    const auto at = static_cast<size_t>(part);
    of_hosts += TypicalOf(next, next.parts[at].times) - TypicalOf(base, base.parts[at].times);
  }
  return of_hosts / change >= kMostly;
}

}  // namespace

ChosenClock ClockOfOps(const Side& base, const Side& next) {
  // Of other frameworks most ops are recorded on devices alone.
  for (const Side* const side : {&base, &next}) {
    if (FrameworkOf(side->profile()) != Framework::kPyTorch) return {};
  }
  if (IsMostlyOfHosts(base) && IsMostlyOfHosts(next)) {
    return {OpClock::kHosts, RecordsAccelerators(base) || RecordsAccelerators(next)
                                 ? "hosts take most of the steps while accelerators are idle"
                                 : "no accelerators were recorded"};
  }
  if (ChangeIsMostlyOfHosts(base, next)) {
    return {OpClock::kHosts, "most of the change passes on hosts while accelerators are idle"};
  }
  return {};
}

}  // namespace profiler
