#ifndef PROFILER_ADVISE_RULES_OPS_RECOMPUTED_TEXT_H_
#define PROFILER_ADVISE_RULES_OPS_RECOMPUTED_TEXT_H_

#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/steps/code/recomputed.h"
#include "profiler/analysis/steps/code/rematerialized.h"

namespace profiler {

// What computing parts of the forward pass again costs, where that is a twentieth of a step or
// more: in PyTorch, and in programs of XLA what the user asked for and what XLA does on its own.
std::vector<Finding> RecomputedFindings(const Recomputed& recomputed, const Rematerialized& remat);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_RECOMPUTED_TEXT_H_
