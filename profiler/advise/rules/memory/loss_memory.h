#ifndef PROFILER_ADVISE_RULES_MEMORY_LOSS_MEMORY_H_
#define PROFILER_ADVISE_RULES_MEMORY_LOSS_MEMORY_H_

#include <optional>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

struct LossMemoryLimits {
  double share;     // of the peak, from which on the loss is told
  double headroom;  // the share of a device below which free memory is low
  double bytes;     // of the smallest logits that count
};

// MemoryChecker's finding about what a cross entropy of PyTorch and its logits hold at the peak. A
// warning where memory is low or ran out.
std::optional<Finding> LossMemoryFinding(const Profile& profile, const MemoryUse& memory,
                                         const LossMemoryLimits& limits);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_LOSS_MEMORY_H_
