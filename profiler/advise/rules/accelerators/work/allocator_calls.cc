#include "profiler/advise/rules/accelerators/work/allocator_calls.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "profiler/advise/rules/common/allocator_remedy.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/memory/device_allocations.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Text such as "70 cudaFree".
std::string CallsAStep(const Profile& profile, const DeviceAllocations::Calls& calls,
                       int64_t steps) {
  const double count = ShareOf(calls.count, steps);
  return fmt::format("{} {}",
                     count < 10 ? fmt::format("{:.2g}", count) : fmt::format("{:.0f}", count),
                     profile.strings[calls.name]);
}

Report AllocatorEvidence(const Profile& profile, const DeviceAllocations& allocations) {
  using Calls = DeviceAllocations::Calls;
  using C = ColumnOf<Calls>;
  return EvidenceOf<Calls>(
      {
          C::Number("calls", Unit::kCount, "", "How often, in all steps.", &Calls::count),
          C::Number("time_us", Unit::kMicros, "", "How long, added up.", &Calls::time),
      },
      {allocations.frees, allocations.allocations},
      [&](const Calls& calls) { return profile.strings[calls.name]; });
}

}  // namespace

absl::StatusOr<std::optional<Finding>> AllocatorCallsFinding(const RuleInput& input, double least) {
  const Profile& profile = input.selected.profile();
  if (FrameworkOf(profile) != Framework::kPyTorch) return std::nullopt;
  PROFILER_ASSIGN_OR_RETURN(const DeviceAllocations found,
                            DeviceAllocationsOf(input.selected, input.context));
  const double idle = ShareOf(found.idle, found.span);
  if (!found.come_again() || found.span <= 0 || idle < least) return std::nullopt;
  Finding finding;
  finding.id = "allocates_again";
  finding.severity = Severity::kWarning;
  finding.share = idle;
  finding.saves = static_cast<Value>(found.idle / found.steps);
  finding.text = fmt::format(
      "devices are idle for {} of a step ({}) while the host gives their memory back and gets it "
      "again: {} and {} a step take {}, in {} of {} steps. {}",
      FormatMicros(finding.saves), Percent(idle), CallsAStep(profile, found.frees, found.steps),
      CallsAStep(profile, found.allocations, found.steps),
      FormatMicros(static_cast<Value>((found.frees.time + found.allocations.time) / found.steps)),
      found.steps_with_both, found.steps, AllocatorRemedy(profile, found));
  finding.command =
      fmt::format("trace -show_name_regexes '.*({}|{})' -order_by self_us -top 10",
                  profile.strings[found.frees.name], profile.strings[found.allocations.name]);
  finding.evidence.push_back(AllocatorEvidence(profile, found));
  return finding;
}

}  // namespace profiler
