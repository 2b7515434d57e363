#include "profiler/analysis/steps/slow/slower_kernels.h"

#include <cmath>
#include <map>
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

// By the type of the op. In a sorted map, so that sums are the same in each run.
std::map<StringId, KernelUse> KernelUses(const Selected& selected,
                                         const std::vector<const StepTime*>& steps) {
  const Profile& profile = selected.profile();
  std::vector<char> wanted(profile.steps.size());
  for (const StepTime* step : steps) {
    for (const StepId id : step->steps) wanted[id.row()] = 1;
  }
  const CommunicationTable communication(profile);
  std::map<StringId, KernelUse> uses;
  for (const ExecRow& exec : profile.execs().row.values()) {
    if (!exec.step.valid() || !exec.op.valid() || wanted[exec.step.row()] == 0) continue;
    if (!selected.source_filter().Has(exec.step, exec.device)) continue;
    if (communication.Of(exec.op) != Communication::kNone) continue;
    KernelUse& use = uses[profile.ops.row[exec.op].type];
    use.time += exec.accelerator_time;
    if (exec.runs > 0) use.runs += exec.runs;
  }
  return uses;
}

}  // namespace

std::optional<double> SlownessOfAllKernels(const Selected& selected, const ComparedSteps& steps) {
  constexpr double kSlower = 1.1, kAsOften = 0.02, kAlike = 0.15;
  constexpr double kNearlyAll = 0.9, kCounts = 0.02;
  constexpr int kLeastTypes = 4;
  if (steps.slow.empty() || steps.others.empty()) return std::nullopt;
  const auto before = KernelUses(selected, steps.others), after = KernelUses(selected, steps.slow);
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
  return alike >= kNearlyAll * all && types >= kLeastTypes ? std::optional(factor) : std::nullopt;
}

}  // namespace profiler
