#include "profiler/advise/rules/memory/allocator_peak.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

Report PiecesEvidence(const MemoryUse& memory) {
  using C = ColumnOf<const MemoryUse*>;
  return EvidenceOf<const MemoryUse*>(
      {
          C::Number("peak_bytes", Unit::kBytes, "", "What was in use at the peak.",
                    [](const MemoryUse* one) -> Value { return one->peak; }),
          C::Number("free_bytes", Unit::kBytes, "", "What the allocator could still hand out.",
                    [](const MemoryUse* one) { return one->free_at_peak; }),
          C::Real("fragmentation", Unit::kShare, "",
                  "The share of that outside the largest free piece.",
                  [](const MemoryUse* one) { return one->fragmentation_at_peak; }),
      },
      {&memory}, [](const MemoryUse*) { return "allocator"; });
}

}  // namespace

std::optional<Finding> AllocatorFinding(const Profile& profile, const MemoryUse& memory, double low,
                                        double fragmented) {
  if (!memory.device.valid() || memory.free_at_peak == kAbsent) return std::nullopt;
  if (!IsAccelerator(profile.devices[memory.device].kind)) return std::nullopt;
  const Value capacity = memory.peak + memory.free_at_peak;
  const double left = Share(memory.free_at_peak, capacity);
  const bool is_low = left < low, is_in_pieces = memory.fragmentation_at_peak >= fragmented;
  // Pieces do not matter while much is left.
  constexpr double kMuch = 0.25;
  if (!is_low && (!is_in_pieces || left >= kMuch)) return std::nullopt;
  const std::string device(profile.strings[profile.devices[memory.device].name]);
  Finding finding = Warning(
      is_in_pieces ? "fragmented_memory" : "allocator_near_capacity", device,
      fmt::format("at the {} the allocator of {} has {} of {} left ({}){}",
                  memory.is_moment ? "time of the snapshot" : "peak", device,
                  ScaledText(memory.free_at_peak, Unit::kBytes), ScaledText(capacity, Unit::kBytes),
                  Percent(left),
                  is_in_pieces
                      ? fmt::format(", {} of it outside the largest piece, so that large tensors "
                                    "do not fit: allocate tensors of alike size, or those that "
                                    "stay first",
                                    Percent(memory.fragmentation_at_peak))
                      : ": a larger batch or model will not fit"),
      "memory");
  finding.evidence.push_back(PiecesEvidence(memory));
  SetPlace(profile, memory.device, finding);
  return finding;
}

std::string ReservedText(const Profile& profile, const MemoryInUse& most) {
  constexpr double kMore = 1.5;
  constexpr Value kMuch = 2'000'000'000;
  if (FrameworkOf(profile) != Framework::kPyTorch || most.used == kAbsent || most.used <= 0 ||
      most.reserved == kAbsent) {
    return "";
  }
  const double times = ShareOf(most.reserved, most.used);
  if (times < kMore || most.reserved - most.used < kMuch) return "";
  return fmt::format(
      ". It reserved {:.1f} times what was in use: either an earlier phase needed more, or sizes "
      "that vary left pieces that no later tensor fits into (fragmentation), which "
      "PYTORCH_ALLOC_CONF=expandable_segments:True avoids",
      times);
}

}  // namespace profiler
