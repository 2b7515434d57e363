#include "profiler/analysis/steps/slow/slower_kernels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// The runs are those on hosts, too: a kernel may count there alone, as the op that launches it.
struct KernelUse {
  Int128 time = 0, runs = 0;

  double per_run() const { return static_cast<double>(time) / static_cast<double>(runs); }
};

struct TimeOfDevice {
  Int128 time = 0;
  std::set<StepId> steps;  // in which kernels count there
};

struct KernelUses {
  std::map<StringId, KernelUse> by_type;  // sorted, so that sums are the same in each run
  std::map<DeviceId, TimeOfDevice> by_device;
};

KernelUses KernelUsesIn(const Selected& selected, const std::vector<const StepTime*>& steps) {
  const Profile& profile = selected.profile();
  std::vector<char> wanted(profile.steps.size());
  for (const StepTime* step : steps) {
    for (const StepId id : step->steps) wanted[id.row()] = 1;
  }
  const CommunicationTable communication(profile);
  KernelUses uses;
  for (const ExecRow& exec : profile.execs().row.values()) {
    if (!exec.step.valid() || !exec.op.valid() || wanted[exec.step.row()] == 0) continue;
    if (!selected.source_filter().Has(exec.step, exec.device)) continue;
    if (communication.Of(exec.op) != Communication::kNone) continue;
    KernelUse& use = uses.by_type[profile.ops.row[exec.op].type];
    use.time += exec.accelerator_time;
    if (exec.runs > 0) use.runs += exec.runs;
    if (exec.accelerator_time <= 0) continue;
    TimeOfDevice& device = uses.by_device[exec.device];
    device.time += exec.accelerator_time;
    device.steps.insert(exec.step);
  }
  return uses;
}

// The time per step of the device on which kernels take most, as a part of that of all.
double PartOfBusiest(const KernelUses& uses, double all) {
  const auto busiest =
      std::max_element(uses.by_device.begin(), uses.by_device.end(),
                       [](const auto& a, const auto& b) { return a.second.time < b.second.time; });
  if (busiest == uses.by_device.end() || all <= 0) return 0;
  return static_cast<double>(busiest->second.time) / all /
         static_cast<double>(busiest->second.steps.size());
}

}  // namespace

std::optional<SlowerKernels> SlownessOfAllKernels(const Selected& selected,
                                                  const ComparedSteps& steps) {
  constexpr double kSlower = 1.1, kAsOften = 0.02, kAlike = 0.15;
  constexpr double kNearlyAll = 0.9, kCounts = 0.02;
  constexpr int kLeastTypes = 4;
  if (steps.slow.empty() || steps.others.empty()) return std::nullopt;
  const auto before = KernelUsesIn(selected, steps.others).by_type;
  const KernelUses slow = KernelUsesIn(selected, steps.slow);
  const auto& after = slow.by_type;
  double all = 0, expected = 0;  // in the slow steps, and if each run took as long as in the others
  for (const auto& [type, use] : after) {
    all += static_cast<double>(use.time);
    const auto was = before.find(type);
    if (was != before.end() && was->second.runs > 0)
      expected += was->second.per_run() * static_cast<double>(use.runs);
  }
  const double factor = expected > 0 ? all / expected : 0;
  if (factor < kSlower) return std::nullopt;
  const double more_steps =
      static_cast<double>(steps.slow.size()) / static_cast<double>(steps.others.size());
  double alike = 0;
  int types = 0;
  for (const auto& [type, use] : after) {
    const auto was = before.find(type);
    if (was == before.end() || was->second.time <= 0 || was->second.runs <= 0) continue;
    if (use.time <= 0 || use.runs <= 0) continue;
    const double ran = static_cast<double>(was->second.runs) * more_steps;
    const double slower = use.per_run() / was->second.per_run();
    const bool as_often = std::abs(static_cast<double>(use.runs) - ran) <= kAsOften * ran;
    if (!as_often || std::abs(slower / factor - 1) > kAlike || slower < kSlower) continue;
    alike += static_cast<double>(use.time);
    types += static_cast<double>(use.time) >= kCounts * all ? 1 : 0;
  }
  if (alike < kNearlyAll * all || types < kLeastTypes) return std::nullopt;
  return SlowerKernels{factor, static_cast<Value>((all - expected) * PartOfBusiest(slow, all))};
}

}  // namespace profiler
