#include "profiler/advise/rules/ranks/straggler_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/allocator_remedy.h"
#include "profiler/advise/rules/common/blocking_launch_remedy.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/launches/blocking_launches.h"
#include "profiler/analysis/memory/device_allocations.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// What takes a quarter of what the rank takes longer is told where the others do not have it: its
// effects take time, too.
bool ExplainsMuch(double time, double excess) { return 4 * time >= excess; }

// Where launches wait for their kernels there, and not on most of the others.
std::string BlockingLaunchCause(const RuleInput& input, const RankSteps& slow,
                                const RanksOfRun& others, double excess) {
  const auto blocking = BlockingLaunchesOf(input.selected, input.context);
  if (!blocking.ok()) return "";
  const auto of_rank = [&](const RankSteps& rank) {
    return std::find_if(blocking->begin(), blocking->end(),
                        [&](const BlockingLaunches& one) { return one.source == rank.source; });
  };
  const auto own = of_rank(slow);
  if (own == blocking->end() || own->steps == 0) return "";
  const auto alike = std::count_if(others.begin(), others.end(), [&](const RankSteps* other) {
    return of_rank(*other) != blocking->end();
  });
  if (2 * static_cast<size_t>(alike) > others.size()) return "";
  const double saved = static_cast<double>(own->saved()) / static_cast<double>(own->steps);
  if (!ExplainsMuch(saved, excess)) return "";
  return fmt::format(
      ". Its launches wait for their kernels, unlike those of the others, so its device is idle in "
      "gaps between them for {} of a step: {}",
      FormatMicros(own->idle / own->steps),
      BlockingLaunchRemedy(input.profile().strings[own->call]));
}

std::string AllocatorCause(const RuleInput& input, const RankSteps& slow,
                           const RankComparison& comparison, double excess) {
  const Profile& profile = input.profile();
  if (FrameworkOf(profile) != Framework::kPyTorch) return "";
  Compared time;
  double frees = 0, allocations = 0;
  for (const RankComparison::RuntimeCalls& one : comparison.CallsOfRuntime()) {
    const std::string_view name = profile.strings[one.name];
    const bool is_free = IsDeviceFree(name), is_allocation = IsDeviceAllocation(name);
    if (is_free) frees += one.calls.growth();
    if (is_allocation) allocations += one.calls.growth();
    if (!is_free && !is_allocation) continue;
    time = {time.slow + one.time.slow, time.others + one.time.others, one.time.other};
  }
  if (frees <= 0 || allocations <= 0 || !ExplainsMuch(time.growth(), excess)) return "";
  const auto calls = DeviceAllocationsOf(input.selected, input.context, slow.source);
  const bool is_known = calls.ok() && calls->frees.count > 0;
  return fmt::format(". Freeing and allocating its device's memory {}{}{}", time.Text(),
                     is_known ? ". " : "", is_known ? AllocatorRemedy(profile, *calls) : "");
}

// Text such as "once a step", "2.5 times a step".
std::string HowOftenText(double count) {
  if (count <= 0) return "never";
  const std::string times =
      count < 100 ? fmt::format("{:.3g}", count) : fmt::format("{:.0f}", count);
  return times == "1" ? "once" : times + " times";
}

std::string OwnOpsText(const Profile& profile, const RankComparison& comparison) {
  constexpr size_t kMostNamed = 3;
  std::vector<std::string_view> names;
  for (const StringId op : comparison.OwnOps()) names.push_back(profile.strings[op]);
  if (names.empty()) return "";
  return fmt::format(". Only there {} {}", names.size() == 1 ? "runs" : "run",
                     Listed(names, kMostNamed));
}

// Where the host waits several times as often for the device, which is idle after each wait.
std::string MoreWaitsCause(const Profile& profile, const RankComparison& comparison,
                           double excess) {
  constexpr double kManyTimes = 2;
  const auto waits = comparison.MostGrownWaits();
  if (!waits || waits->calls.growth() < 1 || waits->calls.slow < kManyTimes * waits->calls.others) {
    return "";
  }
  const auto idle = comparison.IdleAfterWaits();
  if (!idle || 2 * idle->growth() < excess) return "";
  return fmt::format(
      ". There {} waits for the device {} a step ({}: {}). The device then idles for {} of a step, "
      "until the host launches more ({}: {}){}: see what reads values there, such as a check for "
      "NaN or logging, and do it on the device or once in many steps",
      profile.strings[waits->name], HowOftenText(waits->calls.slow), waits->calls.OnOthers(),
      HowOftenText(waits->calls.others), FormatMicros(static_cast<Value>(idle->slow)),
      "mean of the others", FormatMicros(static_cast<Value>(idle->others)),
      OwnOpsText(profile, comparison));
}

}  // namespace

std::string CallsCause(const RuleInput& input, const RankSteps& slow, const RanksOfRun& others,
                       const RankComparison& comparison, double excess) {
  std::string cause = BlockingLaunchCause(input, slow, others, excess);
  if (cause.empty()) cause = AllocatorCause(input, slow, comparison, excess);
  if (cause.empty()) cause = MoreWaitsCause(input.profile(), comparison, excess);
  return cause;
}

std::string GrownRuntimeText(const Profile& profile, const RankComparison& comparison,
                             double excess) {
  const std::vector<RankComparison::RuntimeCalls> calls = comparison.CallsOfRuntime();
  const auto most = std::max_element(calls.begin(), calls.end(), [](const auto& a, const auto& b) {
    return a.time.growth() < b.time.growth();
  });
  if (most == calls.end() || 2 * most->time.growth() < excess) return "";
  return fmt::format(". {} {}: see which op or code calls it there", profile.strings[most->name],
                     most->time.Text());
}

}  // namespace profiler
