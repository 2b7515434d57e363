#ifndef PROFILER_ADVISE_RULES_MEMORY_REGROWN_TENSOR_H_
#define PROFILER_ADVISE_RULES_MEMORY_REGROWN_TENSOR_H_

#include <optional>

#include "profiler/advise/rule.h"
#include "profiler/analysis/memory/memory_use.h"
#include "profiler/analysis/selection/selected.h"

namespace profiler {

// MemoryChecker's finding about a tensor that nearly every step concatenates anew, larger by
// `least_bytes` or more, as `x = torch.cat([x, y])` does. `memory` must have all its pieces.
std::optional<Finding> RegrownTensorFinding(const Selected& selected, const MemoryUse& memory,
                                            double least_bytes);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_MEMORY_REGROWN_TENSOR_H_
