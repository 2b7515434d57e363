#include "profiler/compare/page/causes/copy_change.h"

#include <algorithm>
#include <optional>

#include "profiler/analysis/accelerators/memory_copies.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// Whether nearly all bytes that were copied to devices came from pinned memory, or from pageable
// memory; nullopt where neither is so.
std::optional<bool> AreFromPinned(const Side& side) {
  constexpr int kNearlyAll = 9;  // of ten
  Int128 pinned = 0, pageable = 0;
  for (const auto& [source, copies] : CopiesToDevicesOf(side.profile())) {
    pinned += copies.pinned.bytes;
    pageable += copies.pageable.bytes;
  }
  const Int128 all = pinned + pageable;
  if (all == 0) return std::nullopt;
  if (pinned * 10 >= all * kNearlyAll) return true;
  if (pageable * 10 >= all * kNearlyAll) return false;
  return std::nullopt;
}

}  // namespace

std::string CopySentence(const Change& step, const std::vector<DiffRow>& parts, const Side& base,
                         const Side& next) {
  constexpr double kGoodPart = 0.2;  // of the step's change
  if (!step.is_slower_or_faster()) return "";
  const bool do_explain = std::any_of(parts.begin(), parts.end(), [&](const DiffRow& part) {
    return part.name == Name(StepPart::kHostToDevice) && part.change.is_changed() &&
           part.change.delta / step.delta >= kGoodPart;
  });
  if (!do_explain) return "";
  const std::optional<bool> before = AreFromPinned(base), now = AreFromPinned(next);
  if (!before || !now || *before == *now) return "";
  return *before ? "Copies to devices come from pageable memory now, before from pinned memory: "
                   "the driver first copies such data to pinned memory (pin_memory=True in a "
                   "DataLoader keeps it there)"
                 : "Copies to devices come from pinned memory now, before from pageable memory";
}

}  // namespace profiler
