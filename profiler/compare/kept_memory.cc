#include "profiler/compare/kept_memory.h"

#include <algorithm>

namespace profiler {

double MaybeKeptBefore(const std::vector<const MemoryUse*>& base,
                       const std::vector<const MemoryUse*>& next) {
  Value least = kAbsent, most = kAbsent;
  for (const MemoryUse* const use : base) {
    if (!LacksBefore(*use) || use->at_end == kAbsent) continue;
    least = least == kAbsent ? use->at_end : std::min(least, use->at_end);
  }
  for (const MemoryUse* const use : next) {
    if (use->is_moment || use->at_end == kAbsent) continue;
    most = most == kAbsent ? use->at_end : std::max(most, use->at_end);
  }
  if (least == kAbsent || most == kAbsent) return 0;
  return std::max(0.0, static_cast<double>(most) - static_cast<double>(least));
}

}  // namespace profiler
